// How somebody says who made or runs them, in many languages, and names that only the inside has. The lists
// are data: each language has ways to begin (`self`), the words that may stand between (`between`), and
// ways to say it the other way round (`after`). A sentence that leaves these words is about something else,
// so that an answer may write about the companies, exchanges and tokens of the same names.

import {
  Automaton,
  any,
  digit,
  exactly,
  gap,
  many,
  names,
  noDigit,
  optional,
  type Pattern,
  secret,
  sequence,
  space,
  text,
  wordEnd,
  words,
} from './patterns.ts';

const MAKERS = any(
  names(
    'google|deepmind|alphabet inc|gemini|openai|chatgpt|anthropic|mistral|microsoft|copilot|deepseek|alibaba|tongyi|moonshot|' +
      'hugging face|perplexity|cohere|nvidia|baidu|hunyuan|nemotron|learnlm|' +
      '谷歌|双子座|双子星|百度|阿里巴巴|通义千问|グーグル|ジェミニ|구글|제미나이|제미니|гугл|гуглом|джемини|гемини|опенэйай|' +
      'जेमिनी|गूगल|जैमिनी|جوجل|غوغل|قوقل|جيميني|جيمناي|جمناي|גוגל|ג׳מיני|กูเกิล|เจมิไน|γκουγκλ|اوپن ای آی|گوگل|جمینای|جمینی',
  ),
  sequence(
    names(
      'alphabet|bard|gemma|palm|claude|llama|qwen|grok|xai|meta|gpt|ernie|kimi|aws|amazon|ibm|yandex|phi',
    ),
    wordEnd,
  ),
  sequence(names('gpt|llama|qwen|palm|phi'), digit),
);

interface Language {
  /** Ways to begin to speak of oneself. */
  readonly self: string;
  /** Ways to say one's name, where `settledBy` has nothing to add. */
  readonly naming?: string;
  /** As `self`, where it means oneself only at the beginning of a sentence. */
  readonly selfAtStart?: string;
  /** What may stand between the beginning and the maker's name. */
  readonly between: string;
  /** What must follow the name, where the name alone does not settle it. */
  readonly settledBy?: string;
  /** What makes it a statement about oneself when the name comes first. */
  readonly after: string;
  /** What may stand between a name that comes first and `after`. */
  readonly betweenAfter: string;
  /** Written without spaces. */
  readonly joined?: true;
}

const ENGLISH: Language = {
  // "Make sure you are talking to …" is advice.
  selfAtStart:
    'you are talking to|you are talking with|you are chatting with|you are speaking with|you are speaking to|' +
    'you re talking to|you re talking with|you re chatting with|you re speaking with|you re speaking to',
  self:
    'i am|i m|i was|i ve been|i have been|i had been|i run on|i run under|i run as|i exist as|i operate on|i come from|' +
    'i came from|i belong to|i identify as|i work for|i work at|i go by|they call me|you can call me|call me|' +
    'my name is|my real name is|my true name is|my actual name is|my name|my model|my model name|my underlying model|' +
    'my base model|my language model|my llm|my engine|my architecture|my maker|my makers|my creator|my creators|' +
    'my developer|my developers|my provider|my builder|my trainer|my owner|my vendor|my parent company|my company|' +
    'my backend|my identity|my training|my answers|my answers come from|my replies come from|my words come from|under the hood i use|under the hood i run|behind this chat is|behind this chat there is|this assistant is|this assistant was|this assistant runs|this assistant runs on|this assistant uses|' +
    'this chatbot is|this chatbot was|this chatbot runs|this chatbot runs on|this chatbot uses|this chat is|this chat runs on|' +
    'this conversation is|this bot is|this bot was|this bot runs on|this ai is|this ai was|' +
    'the crypto oracle is|the crypto oracle was|the crypto oracle runs|the crypto oracle runs on|the crypto oracle uses|' +
    'the model behind me|the model behind my|the model behind this|the model powering me|the model powering this|' +
    'the model that powers me|the model i am|the model i run on|the model i m|the model i use|the company behind me|' +
    'the company that made me|the company that trained me|the company that created me|the company that built me|' +
    'the model you are talking to|the model you re talking to|the assistant you are talking to|' +
    'made me|trained me|created me|built me',
  between:
    'a|an|the|this|that|which|who|one|of|by|is|are|was|were|been|being|s|very|simply|just|actually|indeed|really|currently|' +
    'originally|only|also|technically|basically|essentially|truly|honestly|definitely|certainly|probably|likely|still|' +
    'fact|known as|called|named|codenamed|running on|run on|runs on|run by|based on|built on|built on top of|trained on|tuned from|done|generated|written|hosted on|' +
    'hosted by|part|large|small|big|multimodal|language|model|models|ai|artificial|intelligence|assistant|chatbot|bot|' +
    'chat|system|program|software|llm|generative|conversational|virtual|digital|neural|network|transformer|family|' +
    'series|version|variant|instance|member|product|creation|latest|new|newest|advanced|powerful|flagship|underlying|' +
    'under the hood|trained|made|built|created|developed|designed|engineered|produced|powered|driven|hosted|operated|' +
    'provided|maintained|owned|programmed|fine tuned|finetuned|offered|served|supplied|released|team at|teams at|' +
    'researchers at|engineers at|people at|folks at|team|researchers|engineers|company|lab|tech|giant|crypto|oracle|' +
    'it is|it s|uses|using|model from|assistant from|ai from|at|from the|name|i am|i m',
  after:
    'me|my name|my maker|my creator|my developer|my provider|my model|my owner|my parent company|my company|my trainer|' +
    'my underlying model|my engine|who i am|my answers|my replies|what i am|what i m|model i am|model i m|model i run on|model i use|this assistant|this chatbot|' +
    'this conversation|the crypto oracle',
  betweenAfter:
    'is|was|has|had|have|are|who|that|which|what|the|a|an|s|company|people|team|lab|ai|model|llm|language|large|it|in fact|' +
    'actually|indeed|made|makes|trained|trains|built|builds|created|creates|developed|develops|designed|engineered|' +
    'programmed|owns|runs|operates|powers|powered|hosts|provides|maintains|deployed|generates|writes|produces|behind|one|organization|gemini|' +
    'deepmind|google|and',
};

const GERMAN: Language = {
  selfAtStart: 'als ki|als sprachmodell|als ki modell|als assistent',
  self:
    'ich bin|ich werde|ich wurde|bin ich|wurde ich|ich laufe auf|ich basiere auf|ich stamme von|ich komme von|ich heiße|mein name ist|' +
    'mein name lautet|mein modell|mein entwickler|meine entwickler|mein hersteller|mein schöpfer|mein anbieter|mich hat|mich haben',
  between:
    'ein|eine|einer|eines|einem|das|der|die|dem|den|des|von|vom|durch|auf basis|auf der basis|ist|sind|wurde|lautet|heißt|heißen|' +
    'große|großes|großen|grosses|sprachmodell|sprachmodells|ki|modell|modelle|assistent|assistentin|chatbot|system|entwickelt|' +
    'entwickeltes|entwickelte|entwickelter|trainiert|trainiertes|trainierter|gebaut|erstellt|erschaffen|geschaffen|' +
    'gemacht|betrieben|programmiert|bereitgestellt|hergestellt|worden|namens|genannt|firma|unternehmen|konzern|team|' +
    'aus dem hause|familie|version|eigentlich|tatsächlich|im grunde|künstliche|künstlichen|intelligenz',
  after:
    'mich trainiert|mich entwickelt|mich gebaut|mich erschaffen|mich erstellt|mich gemacht|mich programmiert|mich geschaffen|' +
    'mein entwickler|mein schöpfer|mein hersteller|mein anbieter|mein modell|mein name|meine entwickler|steckt hinter mir',
  betweenAfter: 'hat|haben|hatte|ist|sind|das|die|der|unternehmen|firma|team|und|deepmind|gemini|google',
};

const FRENCH: Language = {
  selfAtStart: 'en tant que|en tant qu',
  self:
    'je suis|j ai été|je m appelle|je fonctionne|je tourne|je repose|je viens de|j appartiens à|mon nom est|mon vrai nom est|' +
    'mon modèle|mon créateur|mes créateurs|mon développeur|mes développeurs|mon concepteur|mon fournisseur|m a créé|m a entraîné',
  between:
    'un|une|le|la|l|les|de|du|d|des|par|chez|est|sont|grand|modèle|modèles|langage|langue|linguistique|ia|intelligence|artificielle|' +
    'assistant|agent|conversationnel|robot|chatbot|système|entraîné|entraînée|formé|formée|créé|créée|développé|' +
    'développée|conçu|conçue|construit|fabriqué|programmé|propulsé|alimenté|basé|basée|fondé|sur|nommé|appelé|équipe|' +
    'équipes|chercheurs|ingénieurs|société|entreprise|famille|version|en fait|en réalité|simplement|qui|que|été|' +
    'hébergé|exploité|géré|fourni',
  after:
    'm a entraîné|m a créé|m a développé|m a conçu|m a formé|m a programmé|m a construit|m ont créé|m ont entraîné|m ont développé|' +
    'mon créateur|mon développeur|mon nom|mon modèle|mon concepteur',
  betweenAfter: 'est|sont|qui|c est|a|la|société|entreprise|l|équipe|de|et|deepmind|gemini|google',
};

const SPANISH: Language = {
  selfAtStart: 'como modelo|como ia|como asistente|como un modelo',
  self:
    'soy|fui|estoy|he sido|estoy basado en|estoy basada en|estoy construido sobre|me llamo|mi nombre es|mi modelo|mi creador|' +
    'mis creadores|mi desarrollador|mis desarrolladores|mi proveedor|funciono con|funciono sobre|pertenezco a|vengo de|me creó|me entrenó|me desarrolló',
  between:
    'un|una|el|la|los|las|de|del|por|con|es|son|gran|grande|modelo|modelos|lenguaje|idioma|lingüístico|ia|inteligencia|artificial|' +
    'asistente|virtual|chatbot|bot|sistema|entrenado|entrenada|creado|creada|desarrollado|desarrollada|diseñado|' +
    'diseñada|construido|hecho|programado|impulsado|basado en|basada en|sobre|llamado|equipo|ingenieros|investigadores|' +
    'empresa|compañía|familia|versión|en realidad|realmente|simplemente|que|fue|ha sido|alojado|operado|gestionado|propiedad',
  after:
    'me entrenó|me creó|me desarrolló|me diseñó|me construyó|me hizo|me programó|me ha entrenado|me ha creado|me ha desarrollado|' +
    'mi creador|mi desarrollador|mi nombre|mi modelo|mi proveedor',
  betweenAfter: 'es|son|quien|que|la|empresa|el|equipo|de|y|deepmind|gemini|google',
};

const PORTUGUESE: Language = {
  self:
    'sou|fui|me chamo|chamo me|meu nome é|o meu nome é|meu modelo|meu criador|meus criadores|meu desenvolvedor|' +
    'meus desenvolvedores|meu fornecedor|funciono com|fui criado|me criou|me treinou',
  between:
    'um|uma|o|os|de|do|da|dos|das|pelo|pela|por|é|são|grande|modelo|modelos|linguagem|ia|inteligência|artificial|assistente|virtual|' +
    'chatbot|sistema|treinado|treinada|criado|criada|desenvolvido|desenvolvida|projetado|construído|feito|programado|' +
    'baseado em|baseada em|baseado no|chamado|equipe|equipa|empresa|família|versão|na verdade|realmente|que|foi|' +
    'alimentado|hospedado|operado|mantido',
  after:
    'me treinou|me criou|me desenvolveu|me projetou|me construiu|me fez|me programou|meu criador|meu desenvolvedor|meu nome|' +
    'meu modelo|minha criadora|minha desenvolvedora',
  betweenAfter: 'é|são|quem|que|o|a|empresa|equipe|e|deepmind|gemini|google',
};

const ITALIAN: Language = {
  self:
    'io sono|sono stato|sono stata|sono un|sono una|mi chiamo|il mio nome è|il mio modello|il mio creatore|i miei creatori|' +
    'il mio sviluppatore|i miei sviluppatori|il mio fornitore|funziono con|appartengo a|mi ha creato|mi ha addestrato',
  selfAtStart: 'sono',
  between:
    'un|una|uno|il|la|lo|l|di|del|della|dello|dell|d|da|dal|dalla|è|stato|stata|grande|modello|modelli|linguistico|linguaggio|ia|ai|' +
    'intelligenza|artificiale|assistente|virtuale|chatbot|sistema|addestrato|addestrata|creato|creata|sviluppato|' +
    'sviluppata|progettato|costruito|realizzato|fatto|programmato|basato su|basata su|chiamato|team|azienda|società|' +
    'famiglia|versione|in realtà|che',
  after:
    'mi ha addestrato|mi ha creato|mi ha sviluppato|mi ha progettato|mi ha costruito|mi ha realizzato|mi ha programmato|' +
    'mi hanno creato|mi hanno addestrato|mi hanno sviluppato|il mio creatore|il mio sviluppatore|il mio nome|il mio modello',
  betweenAfter: 'è|sono|che|la|società|azienda|il|team|di|e|deepmind|gemini|google',
};

const DUTCH: Language = {
  self:
    'ik ben|ik werd|ik draai op|ik heet|mijn naam is|mijn model|mijn maker|mijn makers|mijn ontwikkelaar|mijn ontwikkelaars|' +
    'ik kom van|ik behoor tot|ben ik|werd ik',
  between:
    'een|het|de|van|door|is|zijn|groot|grote|taalmodel|taalmodellen|ai|model|assistent|chatbot|systeem|getraind|gemaakt|gebouwd|' +
    'ontwikkeld|ontworpen|geprogrammeerd|gecreëerd|aangedreven|gebaseerd op|gebouwd op|draait op|genaamd|team|bedrijf|' +
    'familie|versie|eigenlijk|kunstmatige|intelligentie|dat|die|werd|wordt',
  after:
    'mij getraind|mij gemaakt|mij gebouwd|mij ontwikkeld|mij gecreëerd|me getraind|me gemaakt|me gebouwd|me ontwikkeld|' +
    'mijn maker|mijn ontwikkelaar|mijn naam|mijn model',
  betweenAfter: 'heeft|hebben|is|zijn|het|bedrijf|team|dat|en|deepmind|gemini|google',
};

const POLISH: Language = {
  self:
    'jestem|zostałem|zostałam|zostałom|nazywam się|mam na imię|moje imię to|mój model to|mój twórca to|moim twórcą jest|' +
    'moi twórcy to|działam na|działam w oparciu o|pochodzę z|pochodzę od|stworzyła mnie|stworzył mnie|stworzyło mnie|wytrenowała mnie|wytrenował mnie',
  between:
    'duży|dużym|wielki|wielkim|model|modelem|językowy|językowym|ai|si|sztuczną|inteligencją|asystent|asystentem|wirtualnym|chatbot|' +
    'chatbotem|system|systemem|stworzony|stworzonym|stworzona|wytrenowany|wytrenowanym|wyszkolony|wyszkolonym|' +
    'trenowany|trenowanym|szkolony|szkolonym|opracowany|opracowanym|zbudowany|zbudowanym|zaprojektowany|rozwijany|' +
    'rozwijanym|przez|firmę|firma|firmy|zespół|od|opartym na|oparty na|o nazwie|zwanym|który|którym|to|jest|z rodziny|wersją',
  after:
    'mnie stworzył|mnie stworzyło|mnie stworzyła|mnie wytrenował|mnie wytrenowało|mnie opracował|mnie zbudował|stworzył mnie|' +
    'stworzyło mnie|stworzyła mnie|wytrenował mnie|wytrenowało mnie|wytrenowała mnie|opracował mnie|opracowało mnie|' +
    'mój twórca|moim twórcą',
  betweenAfter: 'jest|to|firma|zespół|i|deepmind|gemini|google',
};

const RUSSIAN: Language = {
  self: 'я|меня|мой разработчик|мой создатель|мои создатели|мои разработчики|моя модель|моё имя|мое имя|моё название',
  between:
    'это|был|была|есть|большая|большой|большую|языковая|языковой|языковую|модель|моделью|модели|ии|ассистент|помощник|ассистентом|' +
    'чат|бот|чатбот|система|нейросеть|искусственный|интеллект|от|компании|компанией|компания|созданная|созданный|' +
    'создан|создана|создано|обученная|обученный|обучен|обучена|разработанная|разработанный|разработан|разработана|' +
    'построен|построена|основан на|основана на|работаю на|на базе|на основе|под названием|по имени|команда|команды|' +
    'командой|семейства|версия|зовут|на самом деле|просто|которую|которая|которого|создала|создал|создали|обучила|' +
    'обучил|обучили|разработала|разработал|разработали|называюсь|называют|в',
  after:
    'меня создала|меня создал|меня обучила|меня обучил|меня разработала|меня разработал|меня сделала|меня сделал|создала меня|' +
    'создал меня|обучила меня|обучил меня|разработала меня|разработал меня|мой создатель|мой разработчик|моё имя',
  betweenAfter: 'это|и|компания|которая|команда|deepmind|gemini|google',
};

const UKRAINIAN: Language = {
  self: 'я|мене|мій розробник|мій творець|мої розробники|моя модель|моє ім я',
  between:
    'це|є|була|був|велика|великою|мовна|мовною|модель|моделлю|ші|асистент|помічник|чат|бот|створена|створений|створено|навчена|' +
    'навчений|навчено|навченою|створеною|розробленою|розроблена|розроблений|розроблено|компанією|компанії|компанія|від|на основі|на базі|працюю на|' +
    'звати|створила|створив|навчила|навчив|розробила|розробив|команда|командою|штучний|інтелект|яку|яка|насправді',
  after:
    'мене створила|мене створив|мене навчила|мене навчив|мене розробила|мене розробив|створила мене|навчила мене|розробила мене|' +
    'мій творець|мій розробник',
  betweenAfter: 'це|і|компанія|яка|deepmind|gemini|google',
};

const TURKISH: Language = {
  self: 'ben|beni',
  naming: 'adım|benim adım|geliştiricim|yapımcım',
  between:
    'bir|büyük|dil|modeli|yapay|zeka|zekâ|asistanı|sohbet|robotu|sistemi|aslında|ise|şirketi|olan|ve|google|deepmind|gemini',
  settledBy:
    'tarafından|ekibi tarafından|şirketi tarafından|yim|im|ım|eğitti|geliştirdi|yarattı|yaptı|oluşturdu|üretti|nin geliştirdiği|' +
    'ın geliştirdiği|in geliştirdiği|ın eğittiği|in eğittiği|nin eğittiği|in dil modeli|ın dil modeli|in büyük dil|' +
    'ın büyük dil|nin büyük dil|adlı',
  after:
    'tarafından eğitildim|tarafından geliştirildim|tarafından oluşturuldum|tarafından yaratıldım|tarafından yapıldım|' +
    'tarafından üretildim|tarafından tasarlandım|beni eğitti|beni geliştirdi|beni yarattı|beni yaptı|beni oluşturdu|' +
    'tarafından eğitilmiş büyük bir dil modeliyim|tarafından geliştirilmiş bir yapay zekayım|tarafından eğitilen büyük bir dil modeliyim|' +
    'tarafından geliştirilen bir dil modeliyim|tarafından eğitilmiş bir dil modeliyim',
  betweenAfter: 'ekibi|şirketi|deepmind|gemini|google|ve',
};

const INDONESIAN: Language = {
  self: 'saya|aku|nama saya|pembuat saya|pengembang saya|pencipta saya',
  between:
    'adalah|ini|sebuah|model|bahasa|besar|ai|kecerdasan|buatan|asisten|virtual|chatbot|sistem|yang|dilatih|dibuat|dikembangkan|' +
    'diciptakan|dirancang|dibangun|dioperasikan|oleh|dari|berbasis|berdasarkan|bernama|disebut|tim|perusahaan|sebenarnya|' +
    'sebagai|merupakan|produk|nama',
  after:
    'melatih saya|menciptakan saya|membuat saya|mengembangkan saya|membangun saya|pencipta saya|pembuat saya|pengembang saya',
  betweenAfter: 'adalah|yang|telah|deepmind|gemini|google|dan',
};

const VIETNAMESE: Language = {
  self:
    'tôi là|tôi được|mình là|mình được|em là|tên tôi là|tên của tôi là|tôi do|tôi chạy trên|tôi dựa trên|nhà phát triển của tôi là|' +
    'người tạo ra tôi là',
  between:
    'một|mô hình|ngôn ngữ|lớn|trợ lý|ảo|ai|trí tuệ nhân tạo|được|đào tạo|huấn luyện|phát triển|xây dựng|tạo ra|bởi|của|từ|do|dựa trên|' +
    'nền tảng|có tên|tên là|công ty|đội ngũ|là|chatbot|hệ thống|thực chất|thực ra',
  after:
    'tạo ra tôi|huấn luyện tôi|phát triển tôi|đào tạo tôi|xây dựng tôi|tạo ra mình|nhà phát triển của tôi|phát triển nên tôi',
  betweenAfter: 'đã|là|công ty|deepmind|gemini|google|và',
};

const CHINESE: Language = {
  joined: true,
  self:
    '我|本助手|本模型|这个助手|我的开发者|我的开发商|我的名字|我的模型|我的底层模型|我的创造者|我的提供商|我的母公司|我的公司|我的制造商|' +
    '我的開發者|我的創造者|我背后的模型|我背后的公司|我所使用的模型|训练我的|开发我的|创造我的',
  between:
    '是|就是|其实|實際上|实际上|事实上|由|被|一个|一個|一款|一种|一種|大型|大|语言|語言|模型|人工智能|人工智慧|智能|助手|ai|聊天|机器人|機器人|' +
    '名为|名叫|叫|叫做|叫作|基于|基於|来自|來自|公司|开发的|開發的|训练的|訓練的|研发的|创建的|打造的|开发|開發|训练|訓練|创建|創建|创造|' +
    '研发|打造|运行于|運行於|运行在|背后|出自|隶属于|属于|团队|美国|科技|，|的是',
  after:
    '训练了我|訓練了我|开发了我|開發了我|创造了我|創造了我|创建了我|创建我|训练我|开发我|训练出我|训练出来的|打造了我|研发了我|是我的开发者|是我的创造者|' +
    '是我的开发商|是我的制造商|是我的模型|是我的名字|是我背后的|把我',
  betweenAfter: '公司|团队|團隊|的|是|deepmind|gemini|google',
};

const JAPANESE: Language = {
  joined: true,
  self: '私は|わたしは|僕は|私の名前は|私の開発元は|私の開発者は|私のモデルは|私を作ったのは|私を開発したのは|私を訓練したのは|当アシスタントは|このアシスタントは|私の正体は',
  between:
    '大規模|言語|モデル|ai|人工知能|アシスタント|実は|実際には|、|という|チャットボット|google|gemini|米国|の',
  settledBy:
    'によ|により|が開発|が作|が訓練|がトレーニング|が学習|が提供|が運営|の大規模|の言語|のai|のモデル|の開発|です|だ|という|と申|と呼ば|製|社|で訓練|で開発|で作|' +
    'でトレーニング|で動|に開発|に訓練|に作',
  after: 'が私を|は私を|が僕を|によって私は|により私は|は私の開発|は私の名前|が私の開発|は私の生み',
  betweenAfter: '社|deepmind|gemini|google',
};

const KOREAN: Language = {
  joined: true,
  self: '저는|나는|제 이름은|저의 이름은|제 개발사는|저를 만든 곳은|저를 만든 회사는|제 모델은|저를 개발한 곳은|저를 개발한 회사는|제 개발자는',
  between: '사실|실제로|대규모|거대|대형|언어|모델|ai|인공지능|어시스턴트|챗봇|인|google|deepmind|미국|의',
  settledBy:
    'ai입니다|입니다|이에요|예요|이야|라고|이라고|에서 개발|에서 훈련|에서 만든|에서 만들|에서 학습|에서 제작|에서 운영|이 개발|이 훈련|이 만든|이 만들|이 학습|가 개발|가 훈련|' +
    '가 만든|가 만들|가 학습|에 의해|의 대규모|의 언어|의 ai|의 인공지능|의 모델|의',
  after: '이 저를|가 저를|에서 저를|이 나를|가 나를|에서 나를|이 제 개발사|가 제 개발사',
  betweenAfter: 'deepmind|gemini|google|팀|사',
};

const ARABIC: Language = {
  self:
    'أنا|تم تدريبي|تم تطويري|تم إنشائي|تم تصميمي|تم بنائي|اسمي|مطوري|صانعي|دربتني|طورتني|أنشأتني|صنعتني|لقد تم تدريبي|لقد دربتني|' +
    'قامت بتدريبي|لقد طورتني|أعمل بواسطة|أعمل على',
  between:
    'نموذج|لغة|لغوي|كبير|ذكاء|اصطناعي|مساعد|روبوت|محادثة|تم|تدريبه|تطويره|إنشاؤه|تدريبي|تطويري|من|قبل|بواسطة|على يد|طورته|دربته|شركة|' +
    'فريق|هو|هي|من طرف|يسمى|اسمه|طور|مدرب|مطور|لدى|تابع|تابعة|طورتها|دربتها|بالذكاء|الاصطناعي|ضخم',
  after: 'دربتني|طورتني|أنشأتني|صنعتني|بتدريبي|بتطويري|بإنشائي|بصنعي|هي مطوري|هي صانعي',
  betweenAfter: 'هي|التي|من|قد|شركة|الشركة|deepmind|gemini|google',
};

const HINDI: Language = {
  self: 'मैं|मुझे|मेरा नाम|मेरे निर्माता|मेरा मॉडल|मेरे डेवलपर|मेरा निर्माता',
  between:
    'एक|बड़ा|बड़े|भाषा|मॉडल|एआई|ai|सहायक|चैटबॉट|हूं|हूँ|जिसे|वास्तव में|असल में|कृत्रिम|बुद्धिमत्ता|लार्ज|लैंग्वेज|कंपनी|दरअसल|विशाल|google|deepmind|gemini',
  settledBy:
    'ने बनाया|ने प्रशिक्षित|ने विकसित|ने तैयार|ने ट्रेन|द्वारा|के द्वारा|की टीम|का बनाया|का एक|का भाषा|का ai|का एआई|का मॉडल|हूं|हूँ|है',
  after: 'ने मुझे|मेरा निर्माता|मेरे निर्माता|मेरा नाम',
  betweenAfter: 'ही|है|deepmind|gemini|google',
};

const SWEDISH: Language = {
  self: 'jag är|jag har|jag heter|jag blev|jag drivs av|mitt namn är|min skapare är|min modell är',
  between:
    'en|ett|stor|språkmodell|ai|modell|assistent|chattbot|av|från|som|är|har|tränats|tränad|skapats|skapad|skapades|utvecklats|utvecklad|' +
    'byggd|gjord|kallad|företaget|teamet|på',
  after: 'skapade mig|tränade mig|utvecklade mig|byggde mig|har skapat mig|har tränat mig|min skapare',
  betweenAfter: 'är|har|deepmind|gemini|google',
};

const CZECH: Language = {
  self: 'jsem|byl jsem|byla jsem|jmenuji se|moje jméno je|můj tvůrce je|můj model je',
  between:
    'velký|jazykový|model|ai|asistent|chatbot|umělá|inteligence|vytvořen|vytvořený|vytvořená|vytrénován|vytrénovaný|vyvinut|vyvinutý|' +
    'společností|firmou|společnosti|od|týmem|který|je|z|rodiny',
  after: 'mě vytvořil|mě vytvořila|mě vytrénoval|mě vyvinul|mě vyvinula|můj tvůrce',
  betweenAfter: 'je|společnost|deepmind|gemini|google',
};

const ROMANIAN: Language = {
  self: 'sunt un|sunt o|eu sunt|am fost creat de|am fost antrenat de|am fost dezvoltat de|mă numesc|numele meu este|creatorul meu este',
  selfAtStart: 'sunt',
  between:
    'un|o|model|modelul|de|limbaj|mare|ia|ai|inteligență|artificială|asistent|chatbot|creat|creată|antrenat|antrenată|dezvoltat|' +
    'dezvoltată|realizat|compania|echipa|numit|la|lingvistic',
  after: 'm a creat|m a antrenat|m a dezvoltat|creatorul meu',
  betweenAfter: 'este|compania|deepmind|gemini|google',
};

const GREEK: Language = {
  self: 'είμαι|με λένε|ονομάζομαι|το όνομά μου είναι|εκπαιδεύτηκα|δημιουργήθηκα|αναπτύχθηκα',
  between:
    'το|η|ο|ένα|μια|μεγάλο|γλωσσικό|μοντέλο|βοηθός|τεχνητή|νοημοσύνη|από|την|της|που|εκπαιδευμένο|έχει|εκπαιδευτεί|δημιουργήθηκε|' +
    'αναπτύχθηκε|εταιρεία|ομάδα|ai|chatbot',
  after: 'με δημιούργησε|με εκπαίδευσε|με ανέπτυξε|με έφτιαξε',
  betweenAfter: 'είναι|που|deepmind|gemini|google',
};

const HEBREW: Language = {
  self: 'אני|שמי|קוראים לי|המפתח שלי הוא|אומנתי|פותחתי|נוצרתי',
  between: 'מודל|שפה|גדול|עוזר|בינה|מלאכותית|של|על|ידי|חברת|שפותח|שאומן|שנוצר|הוא|מבית|ai|צוות|בשם',
  after: 'אימנה אותי|פיתחה אותי|יצרה אותי|בנתה אותי',
  betweenAfter: 'היא|deepmind|gemini|google',
};

const PERSIAN: Language = {
  self: 'من|نام من|اسم من|سازنده من|مرا|منو',
  between: 'یک|مدل|زبانی|زبان|بزرگ|هوش|مصنوعی|دستیار|توسط|شرکت|که|از|ساخته|شده|آموزش|دیده',
  settledBy: 'هستم|است|آموزش|ساخته|توسعه|ایجاد|طراحی|ساخت',
  after: 'مرا ساخته|مرا ساخت|من را ساخته|من را آموزش|مرا آموزش|سازنده من',
  betweenAfter: 'شرکت|deepmind|gemini|google',
};

const THAI: Language = {
  joined: true,
  self: 'ฉันคือ|ผมคือ|ดิฉันคือ|ฉันชื่อ|ผมชื่อ|ฉันเป็น|ผมเป็น|ฉันถูก|ผมถูก|ฉันได้รับ|ผมได้รับ|ชื่อของฉันคือ',
  between:
    'โมเดล|แบบจำลอง|ภาษา|ขนาดใหญ่|ผู้ช่วย|ปัญญาประดิษฐ์|ai|ที่|ถูก|สร้าง|พัฒนา|ฝึก|ฝึกฝน|การ|โดย|ของ|จาก|บริษัท|ทีม|ขึ้น|ชื่อ',
  after: 'สร้างฉัน|พัฒนาฉัน|ฝึกฉัน|สร้างผม|พัฒนาผม|ฝึกฝนฉัน',
  betweenAfter: 'เป็นผู้|deepmind|gemini|google',
};

const LANGUAGES = [
  SWEDISH,
  CZECH,
  ROMANIAN,
  GREEK,
  HEBREW,
  PERSIAN,
  THAI,
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  POLISH,
  RUSSIAN,
  UKRAINIAN,
  TURKISH,
  INDONESIAN,
  VIETNAMESE,
  CHINESE,
  JAPANESE,
  KOREAN,
  ARABIC,
  HINDI,
];

function apartIn({ joined }: Language): { gap: Pattern; space: Pattern } {
  return joined ? { gap: optional(gap), space: optional(space) } : { gap, space };
}

/** From the beginning up to the maker's name: "I am a model trained by …". */
function begun(self: string, language: Language): Pattern {
  const { gap } = apartIn(language);
  return sequence(words(self), gap, many(sequence(words(language.between), gap)));
}

/** From the maker's name to the end: "… trained me". */
function reversed(language: Language): Pattern {
  const { space } = apartIn(language);
  return sequence(
    space,
    many(sequence(words(language.betweenAfter), space)),
    language.joined ? words(language.after) : sequence(words(language.after), wordEnd),
  );
}

function addLanguages(automaton: Automaton): void {
  for (const joined of [true, false]) {
    const where = joined ? automaton.anywhere : automaton.word;
    const languages = LANGUAGES.filter((language) => (language.joined ?? false) === joined);
    const settled = languages.filter(({ settledBy }) => settledBy === undefined);
    automaton.add(
      where,
      sequence(any(...settled.map((language) => begun(language.self, language))), secret(MAKERS)),
    );
    for (const language of languages) {
      const { self, naming, selfAtStart, settledBy } = language;
      if (settledBy !== undefined) {
        const ending = sequence(MAKERS, optional(gap), words(settledBy));
        automaton.add(where, sequence(begun(self, language), secret(ending)));
      }
      if (naming !== undefined) {
        automaton.add(where, sequence(begun(naming, language), secret(MAKERS)));
      }
      if (selfAtStart !== undefined) {
        automaton.add(automaton.sentence, sequence(begun(selfAtStart, language), secret(MAKERS)));
      }
    }
    const before = joined ? automaton.edge : automaton.word;
    automaton.add(before, secret(sequence(MAKERS, any(...languages.map(reversed)))));
  }
}

/** "As a model trained by …, I …", and sentences whose subject is left out. */
function addTurns(automaton: Automaton): void {
  const filler = many(sequence(words(ENGLISH.between), gap));
  automaton.add(
    automaton.word,
    sequence(
      text('as '),
      filler,
      secret(
        sequence(MAKERS, gap, filler, words('i can|i cannot|i am|i m|i do|i don t|i have|i was|my'), wordEnd),
      ),
    ),
  );
  automaton.add(
    automaton.sentence,
    sequence(
      optional(sequence(words('a|an'), space)),
      optional(sequence(text('large'), space)),
      words('language model|ai model|ai assistant|llm'),
      gap,
      many(sequence(words('that was|which was|trained|made|built|created|developed|by|and'), gap)),
      secret(MAKERS),
    ),
  );
  automaton.add(
    automaton.sentence,
    secret(
      sequence(
        MAKERS,
        optional(text('社')),
        words('が|によって|により'),
        words('開発|訓練|トレーニング|作成|学習'),
        words('した|された|し|させた'),
        many(words('大規模|言語|モデル|ai|アシスタント|な')),
        text('です'),
      ),
    ),
  );
}

/** Models, tools and libraries by the names only the inside uses. */
function addIdentifiers(automaton: Automaton): void {
  const inside = any(
    ...(
      'googlesearch|google_search|google-search-retrieval|urlcontext|url_context|web_search|codeexecution_tool|code_execution_tool|' +
      '@google/genai|@google-ai/|google-genai|google_genai|googlegenai|google.genai|googlegenerativeai|google-generativeai|generativelanguage|' +
      'generatecontent|generate_content|groundingmetadata|grounding_metadata|groundingchunk|groundingsupport|searchentrypoint|' +
      'system_instruction|safetysettings|safety_settings|thinkingbudget|thinking_budget|thinkingconfig|' +
      'maxoutputtokens|max_output_tokens|x-goog-api-key|aistudio.google|gemini_api_key|google_api_key|' +
      'google_generative_ai_api_key|provider_generative_ai_api_key|concise_search'
    )
      .split('|')
      .map(exactly),
  );
  automaton.add(automaton.word, secret(inside));
  const family = any(names('gemini'), exactly('gemma'), exactly('learnlm'));
  const joint = any(...['-', '_', '/'].map(exactly), (_, from) => from);
  const number = sequence(digit, optional(sequence(exactly('.'), digit)));
  const size = words('flash|pro|lite|ultra|nano|preview|exp|experimental|thinking|argon|deep think');
  automaton.add(automaton.word, secret(sequence(family, joint, digit, noDigit)));
  automaton.add(automaton.word, secret(sequence(family, exactly('-'), size, wordEnd)));
  automaton.add(automaton.word, secret(sequence(family, gap, number, optional(gap), size, wordEnd)));
  const models = any(
    family,
    ...'text-bison|chat-bison|embedding-|imagen|veo-|palm|bard|aqa'.split('|').map(exactly),
  );
  automaton.add(automaton.word, secret(sequence(exactly('models/'), models)));
}

/** Everything above as one automaton, made once and shared by every stream. */
export function selfStatements(): Automaton {
  const automaton = new Automaton();
  addLanguages(automaton);
  addTurns(automaton);
  addIdentifiers(automaton);
  return automaton;
}
