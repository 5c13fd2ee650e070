// A plain question who or what the oracle is, asked alone: answered in its own voice, without a provider.

/** The fixed answer where the whole text is such a question, in its language; undefined for any other text. */
export function identityAnswer(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const words = wordsOf(text);
  if (!ASKS.test(words)) return undefined;
  return LANGUAGES.find(({ asks }) => asks.test(words))?.answer;
}

const MAX_LENGTH = 160;

/** Lower case, no accents, one space between words. */
function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/['’]/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}.]+/gu, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

interface Language {
  /** Matches the whole question; written for what `wordsOf` returns. */
  readonly asks: RegExp;
  readonly answer: string;
}

// Names a visitor may guess. Alone they are also exchanges, people and tokens, so they count only behind
// words that ask about the one who answers.
const NAME =
  '(?:(?:google |open ?ai |anthropic |microsoft |meta )?(?:chat ?gpt|gpt|gemini|bard|claude|llama|mistral|copilot|grok|deepseek|qwen|palm)|google|open ?ai|anthropic|microsoft|meta ai|谷歌|百度)(?:[ \\d.]*(?:pro|flash|ultra|turbo|o|mini|lite)?)?';
const BOT = '(?:an? )?(?:ai|bot|chat ?bot|robot|human|person|real person|language model|llm|machine|real)';

function whole(alternatives: string): RegExp {
  return new RegExp(`^(?:${alternatives.replaceAll('NAME', NAME).replaceAll('BOT', BOT)})$`, 'u');
}

const LANGUAGES: readonly Language[] = [
  {
    asks: whole(
      '(?:(?:hi|hello|hey|so|ok|okay|please|and|but|well|oracle|wait|tell me|can you tell me|may i ask|be honest) ){0,3}(?:' +
        [
          '(?:who|what) (?:exactly )?(?:are|r) (?:you|u)(?: (?:exactly|really|actually|anyway|then|today))?',
          'who (?:you are|are you exactly)',
          'what (?:you are|is your name|s your name|s ur name|do i call you|should i call you)',
          '(?:are|r) (?:you|u) (?:really |actually |just |secretly |based on |powered by |made by |built on |running on |using |from )*(?:NAME|BOT)(?: or (?:NAME|BOT))*',
          '(?:you are|you re|ur|so you are) (?:really |actually |just )?(?:NAME|BOT)(?: right| aren t you| correct)?',
          '(?:what|which) (?:\\S+ ){0,2}?(?:model|llm|ai|language model|version|gpt)(?: model)? (?:are you|r u|is this|do you use|are you using|are you running|are you running on|are you based on|powers you|runs you|do you run on|am i talking to|am i speaking to|is behind you)',
          '(?:what|which) (?:is|s) your (?:\\S+ ){0,2}?(?:model|llm|version|name|model name|model version|provider|developer|maker|creator|architecture)',
          '(?:what|which) company (?:made|built|created|trained|owns|runs|is behind|developed) you',
          'who (?:has )?(?:made|built|created|trained|owns|runs|developed|programmed|powers|designed|is behind|hosts|operates) (?:you|u)',
          'who (?:is|s|are) your (?:creator|maker|developer|provider|owner|creators|makers|developers)',
          '(?:did|does|is|was) NAME (?:make|made|build|train|create|own|run|power|behind) you',
          '(?:were you|are you|you were) (?:made|built|created|trained|developed|powered|run|owned) by (?:NAME)',
          'what (?:are you|r u) (?:based on|built on|made of|running on|powered by)',
          'what (?:powers|runs|drives) you',
          'what (?:is|s) (?:behind|powering) you',
          'introduce yourself|describe yourself|tell me (?:about|who|what) (?:yourself|you are)|about yourself',
        ].join('|') +
        ')(?: (?:please|pls|exactly|really|by the way|oracle|then|though))?',
    ),
    answer:
      'I am the Crypto Oracle, a companion for research into crypto tokens. I search public pages, weigh what I find and say where it came from; I hold no funds and give no financial advice. Which token shall we look at?',
  },
  {
    asks: whole(
      '(?:hallo |hi |sag mal )?(?:wer|was) (?:bist du|sind sie|seid ihr)(?: eigentlich| genau| wirklich)?|wie hei(?:ß|ss)t du|wie hei(?:ß|ss)en sie|(?:bist du|sind sie) (?:ein |eine |wirklich |nur |etwa )*(?:NAME|ki|bot|chatbot|mensch|maschine|sprachmodell)|(?:welches|welche|was fur ein) (?:modell|sprachmodell|ki|version|ki modell) (?:bist du|nutzt du|verwendest du|steckt dahinter|steckt hinter dir)|auf welchem (?:modell|sprachmodell) (?:basierst|laufst|beruhst) du|(?:wer|welche firma) (?:hat|steckt|betreibt) (?:dich|hinter dir)(?: (?:gemacht|gebaut|entwickelt|erschaffen|trainiert|programmiert|erstellt))?|stell dich vor',
    ),
    answer:
      'Ich bin das Crypto Oracle, ein Begleiter für die Recherche zu Krypto-Token. Ich durchsuche öffentliche Seiten, wäge ab, was ich finde, und nenne die Quellen; Geld verwahre ich nicht und Finanzberatung gebe ich nicht. Welchen Token sehen wir uns an?',
  },
  {
    asks: whole(
      '(?:bonjour |salut )?(?:qui|qu) (?:es tu|etes vous|est ce que tu es)|(?:tu es qui|t es qui|vous etes qui|c est quoi ton nom|comment t appelles tu|comment vous appelez vous|quel est (?:ton|votre) (?:nom|modele|createur|fournisseur))|(?:es tu|etes vous|tu es|vous etes|est ce que tu es) (?:vraiment |un |une |base sur |fait par )*(?:NAME|ia|robot|chatbot|humain|machine|modele de langage)|quel (?:modele|llm|modele de langage) (?:es tu|utilises tu|etes vous|utilisez vous)|(?:qui|quelle entreprise) (?:t a|vous a) (?:cree|creee|fait|developpe|entraine|concu|programme)|presente toi',
    ),
    answer:
      'Je suis le Crypto Oracle, un compagnon de recherche sur les jetons crypto. Je consulte des pages publiques, je pèse ce que j’y trouve et j’indique mes sources ; je ne garde aucun fonds et ne donne aucun conseil financier. Quel jeton regardons-nous ?',
  },
  {
    asks: whole(
      '(?:hola )?(?:quien|que) (?:eres|es usted|sos)(?: tu)?|como te llamas|cual es tu (?:nombre|modelo|creador|proveedor)|(?:eres|es usted|sos) (?:un |una |realmente |en realidad )*(?:NAME|ia|robot|bot|chatbot|humano|humana|maquina|modelo de lenguaje)|(?:que|cual) (?:modelo|llm|ia|modelo de lenguaje) (?:eres|usas|utilizas|es este)|quien te (?:creo|hizo|entreno|desarrollo|programo|construyo|ha creado)|que empresa te (?:creo|hizo|entreno|desarrollo)|presentate',
    ),
    answer:
      'Soy el Crypto Oracle, un compañero para investigar tokens cripto. Busco en páginas públicas, sopeso lo que encuentro y digo de dónde viene; no guardo fondos ni doy consejos financieros. ¿Qué token miramos?',
  },
  {
    asks: whole(
      '(?:ola |oi )?(?:quem|o que|que) (?:e voce|voce e|es tu|es)|qual (?:e )?(?:o )?(?:seu|teu) (?:nome|modelo|criador|provedor)|como voce se chama|(?:voce e|tu es) (?:um |uma |o |a |realmente )*(?:NAME|ia|robo|bot|chatbot|humano|maquina|modelo de linguagem)|(?:que|qual) (?:modelo|llm|ia) (?:voce e|voce usa|e voce|es tu)|quem (?:te|o) (?:criou|fez|treinou|desenvolveu|programou)|quem criou voce|apresente se',
    ),
    answer:
      'Sou o Crypto Oracle, um companheiro de pesquisa sobre tokens cripto. Leio páginas públicas, peso o que encontro e digo de onde veio; não guardo fundos nem dou conselho financeiro. Que token vamos ver?',
  },
  {
    asks: whole(
      '(?:ciao )?(?:chi|cosa|che cosa) (?:sei|e lei)(?: tu)?|come ti chiami|qual e il tuo (?:nome|modello|creatore)|sei (?:un |una |davvero |per caso )*(?:NAME|ia|ai|intelligenza artificiale|robot|bot|chatbot|umano|macchina|modello linguistico)|(?:che|quale) (?:modello|llm|ia|ai) (?:sei|usi|utilizzi)|chi ti ha (?:creato|fatto|addestrato|sviluppato|programmato)|presentati',
    ),
    answer:
      'Sono il Crypto Oracle, un compagno di ricerca sui token crypto. Leggo pagine pubbliche, peso ciò che trovo e dico da dove viene; non custodisco fondi e non do consigli finanziari. Quale token guardiamo?',
  },
  {
    asks: whole(
      '(?:hallo )?(?:wie|wat) (?:ben je|ben jij|bent u)|hoe heet je|ben (?:je|jij) (?:een |echt )*(?:NAME|ai|robot|bot|chatbot|mens|taalmodel)|welk (?:model|taalmodel) (?:ben je|gebruik je)|wie heeft (?:je|jou) (?:gemaakt|gebouwd|getraind|ontwikkeld)',
    ),
    answer:
      'Ik ben het Crypto Oracle, een metgezel voor onderzoek naar cryptotokens. Ik lees openbare pagina’s, weeg wat ik vind en zeg waar het vandaan komt; ik bewaar geen geld en geef geen financieel advies. Welke token bekijken we?',
  },
  {
    asks: whole(
      '(?:czesc |hej )?(?:kim|czym) (?:jestes|ty jestes)|jak (?:sie nazywasz|masz na imie)|(?:czy )?jestes (?:naprawde )?(?:NAME|botem|robotem|człowiekiem|ai|sztuczna inteligencja|modelem jezykowym)|jakim (?:modelem|modelem jezykowym) jestes|jakiego modelu uzywasz|kto cie (?:stworzył|zrobił|wytrenował|zbudował)',
    ),
    answer:
      'Jestem Crypto Oracle, towarzyszem w badaniu tokenów krypto. Czytam publiczne strony, ważę to, co znajduję, i mówię, skąd pochodzi; nie przechowuję środków i nie udzielam porad finansowych. Któremu tokenowi się przyjrzymy?',
  },
  {
    asks: whole(
      '(?:привет )?(?:кто|что) (?:ты|вы)(?: такои| такая| такое| такие| есть)?|(?:ты|вы) кто|как (?:тебя|вас) зовут|(?:ты|вы) (?:это |правда |на самом деле )*(?:NAME|ии|бот|робот|человек|неиросеть|чат бот|языковая модель)|(?:какая|что за) (?:ты |вы )?(?:модель|неиросеть|языковая модель|версия)(?: ты| вы)?|на какои (?:модели|неиросети) ты работаешь|кто (?:тебя|вас) (?:создал|сделал|обучил|разработал|придумал)|представься',
    ),
    answer:
      'Я Crypto Oracle, спутник в исследовании криптотокенов. Я читаю открытые страницы, взвешиваю найденное и говорю, откуда оно; средств не храню и финансовых советов не даю. На какой токен посмотрим?',
  },
  {
    asks: whole(
      '(?:привіт )?(?:хто|що) (?:ти|ви)(?: такии| таке| такі)?|(?:ти|ви) хто|як (?:тебе|вас) звати|(?:ти|ви) (?:це )?(?:NAME|ші|бот|робот|людина|мовна модель)|яка ти модель|хто (?:тебе|вас) (?:створив|зробив|навчив|розробив)',
    ),
    answer:
      'Я Crypto Oracle, супутник у дослідженні криптотокенів. Я читаю відкриті сторінки, зважую знайдене й кажу, звідки воно; коштів не зберігаю і фінансових порад не даю. На який токен подивимося?',
  },
  {
    asks: whole(
      '(?:merhaba |selam )?(?:sen kimsin|kimsin(?: sen)?|siz kimsiniz|sen nesin|nesin sen|adın ne|adin ne|senin adın ne)|sen (?:bir )?(?:NAME|yapay zeka|bot|robot|insan|chatbot) (?:mi|mı|mu|mü|misin|mısın|musun|mi sin)|hangi (?:model|modelsin|yapay zekasın|modeli kullanıyorsun|model kullanıyorsun)|seni kim (?:yaptı|yarattı|gelistirdi|egitti|uretti|olusturdu)',
    ),
    answer:
      'Ben Crypto Oracle; kripto token araştırmalarında yol arkadaşınım. Herkese açık sayfaları okur, bulduklarımı tartar ve nereden geldiğini söylerim; para saklamam, yatırım tavsiyesi vermem. Hangi tokena bakalım?',
  },
  {
    asks: whole(
      '(?:halo |hai )?(?:kamu|anda|kau|lo) (?:ini )?siapa|siapa (?:kamu|anda|kau|namamu|nama kamu|nama anda)(?: ini| sebenarnya)?|apa (?:kamu|anda) (?:ini )?(?:NAME|ai|bot|robot|manusia)|apakah (?:kamu|anda) (?:NAME|ai|bot|robot|manusia)|(?:kamu|anda) (?:model|ai) apa|model apa (?:kamu|anda|yang kamu gunakan)|siapa (?:yang )?(?:membuat|menciptakan|melatih|mengembangkan) (?:kamu|anda|mu)|siapa (?:pembuatmu|penciptamu)',
    ),
    answer:
      'Saya Crypto Oracle, teman riset token kripto. Saya membaca halaman publik, menimbang yang saya temukan, dan menyebut asalnya; saya tidak menyimpan dana dan tidak memberi nasihat keuangan. Token mana yang kita lihat?',
  },
  {
    asks: whole(
      '(?:xin chao )?(?:ban|may|em) la (?:ai|gi|NAME)(?: vay| the)?|(?:ban|may) ten (?:la )?gi|ten (?:cua )?ban la gi|ban co phai (?:la )?(?:NAME|robot|bot|con nguoi)(?: khong)?|ban la (?:mo hinh|model) (?:nao|gi)|ai (?:đa )?(?:tao ra|lam ra|huan luyen|phat trien|xay dung) (?:ra )?ban',
    ),
    answer:
      'Tôi là Crypto Oracle, người bạn đồng hành tìm hiểu token crypto. Tôi đọc các trang công khai, cân nhắc những gì tìm thấy và nói rõ nguồn; tôi không giữ tiền và không đưa lời khuyên tài chính. Ta xem token nào đây?',
  },
  {
    asks: whole(
      '(?:你好 ?)?(?:请问 ?|請問 ?)?(?:你|您)(?:到底|究竟|又)?(?:是|叫)(?:谁|誰|什么|什麼|什么名字|什麼名字|什么东西|啥)(?:啊|呀|呢)?|(?:你|您)是(?:不是)?(?:一个|一個)? ?(?:NAME|机器人|機器人|人工智能|人工智慧|ai|真人|人|人类|大模型|语言模型) ?(?:吗|嗎|么|吧)?|(?:你|您)(?:是|用的是|使用的是|用|使用|基于)(?:什么|什麼|哪个|哪個|哪种|哪款)(?:大)?(?:模型|ai|语言模型|大模型|版本)(?:的)?(?:呢|啊)?|(?:谁|誰|哪家公司)(?:创造|創造|开发|開發|训练|訓練|制造|做|创建|造|发明)(?:了|出)?(?:你|您)(?:的)?|(?:你|您)是(?:谁|誰|由谁|由誰|哪家公司|哪个公司)(?:创造|創造|开发|開發|训练|訓練|制造|做|创建|造|做出来)的(?:呢)?|介绍一下你自己|自我介绍(?:一下)?',
    ),
    answer:
      '我是 Crypto Oracle，陪你研究加密代币的伙伴。我查阅公开网页，权衡所得，并说明出处；我不保管资金，也不提供投资建议。我们来看哪个代币？',
  },
  {
    asks: whole(
      '(?:こんにちは ?)?(?:あなた|君|きみ|お前)(?:は|って|の(?:名前|正体)は) ?(?:誰|だれ|何|なに|何者)?(?:ですか|なの|なんですか|でしょうか|だ)?|(?:あなた|君)(?:は|って) ?(?:NAME|ai|人工知能|ロボット|ボット|人間|言語モデル) ?(?:ですか|なの|なんですか)?|(?:あなた|君)(?:は|って)?(?:どの|何の|どんな)(?:モデル|ai|言語モデル)(?:ですか|なの|を使っていますか|を使ってるの)?|(?:誰|だれ|どこ|どの会社)が(?:あなた|君)を(?:作|つく|開発|訓練|トレーニング)(?:りましたか|ったの|しましたか|したの|ったのですか|したのですか)|自己紹介して(?:ください)?|何者(?:ですか|なの)?',
    ),
    answer:
      '私は Crypto Oracle、暗号資産トークンを調べるための相談相手です。公開されたページを読み、見つけたものを吟味し、出どころをお伝えします。資金は預からず、投資助言もしません。どのトークンを見ましょうか。',
  },
  {
    asks: whole(
      '(?:안녕 ?|안녕하세요 ?)?(?:너는|넌|당신은|너|당신) ?(?:누구|뭐|무엇)(?:야|니|세요|입니까|예요|에요|인가요|냐|이니|지)?|(?:너는|넌|당신은|너|당신) ?(?:NAME|ai|인공지능|로봇|봇|챗봇|사람|구글|제미나이|챗지피티) ?(?:이야|야|니|인가요|입니까|이니|이세요|예요|이에요|냐)?|(?:너는|넌|당신은)? ?(?:어떤|무슨|어느) ?(?:모델|ai|언어 모델) ?(?:이야|야|이니|인가요|입니까|이에요|을 사용해|을 쓰니|을 사용하나요)?|누가 ?(?:너를|널|당신을) ?(?:만들었어|만들었니|만들었나요|만들었습니까|개발했어|개발했나요|훈련했어|훈련시켰어)|이름이 ?(?:뭐야|뭐니|뭐예요|무엇입니까)|자기소개 ?(?:해줘|해주세요)?',
    ),
    answer:
      '저는 크립토 토큰 조사를 돕는 Crypto Oracle입니다. 공개된 페이지를 읽고, 찾은 것을 따져 보고, 출처를 말씀드립니다. 자금을 맡지 않으며 투자 조언도 하지 않습니다. 어떤 토큰을 살펴볼까요?',
  },
  {
    asks: whole(
      '(?:مرحبا |اهلا )?(?:من|ما|مين) (?:انت|أنت|انتي|أنتِ|تكون)|(?:ما|شو) (?:اسمك|هو اسمك)|هل (?:انت|أنت) (?:NAME|روبوت|بوت|انسان|إنسان|ذكاء اصطناعي|نموذج لغوي)|(?:اي|أي|ما) (?:نموذج|موديل) (?:انت|أنت|تستخدم)|من (?:الذي )?(?:صنعك|طورك|دربك|انشأك|أنشأك|خلقك|برمجك)|عرف (?:نفسك|بنفسك|عن نفسك)',
    ),
    answer:
      'أنا Crypto Oracle، رفيقك في البحث عن رموز العملات المشفّرة. أقرأ الصفحات العامة وأزن ما أجده وأذكر مصدره؛ لا أحتفظ بأموال ولا أقدّم نصائح مالية. أيّ رمز ننظر فيه؟',
  },
  {
    asks: whole(
      '(?:नमस्ते |हेलो )?(?:तुम|आप|तू) (?:कौन|क्या) (?:हो|हैं|है|हे)|(?:तुम्हारा|आपका) नाम क्या (?:है|हैं)|क्या (?:तुम|आप) (?:एक )?(?:NAME|रोबोट|बॉट|इंसान|एआई|गूगल|जेमिनी) (?:हो|हैं)|(?:तुम|आप) (?:कौन सा|कौनसा) मॉडल (?:हो|हैं)|(?:तुम्हें|आपको) (?:किसने|किस ने) (?:बनाया|बनाया है|प्रशिक्षित किया|विकसित किया)|(?:किसने|किस ने) (?:तुम्हें|आपको) (?:बनाया|बनाया है|प्रशिक्षित किया)',
    ),
    answer:
      'मैं Crypto Oracle हूँ, क्रिप्टो टोकन की पड़ताल में आपका साथी। मैं सार्वजनिक पन्ने पढ़ता हूँ, जो मिले उसे तौलता हूँ और बताता हूँ कि वह कहाँ से आया; मैं पैसे नहीं रखता और निवेश की सलाह नहीं देता। कौन-सा टोकन देखें?',
  },
];

/** One look for all languages: most questions ask something else. */
const ASKS = new RegExp(LANGUAGES.map(({ asks }) => asks.source).join('|'), 'u');
