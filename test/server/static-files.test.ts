import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStaticFiles, type StaticFiles } from '../../server/static-files.ts';

let folder: string;
let files: StaticFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oracle-files-'));
  await Bun.write(
    join(folder, 'index.html'),
    '<script src="/a.js"></script><script type="module">\n  run();\n</script>',
  );
  await Bun.write(join(folder, 'a.js'), 'export {}');
  await Bun.write(join(folder, 'a.ts'), 'export {}');
  await Bun.write(join(folder, '.env'), 'KEY=1');
  files = await readStaticFiles([{ at: '/', folder, cacheControl: 'no-cache' }]);
});
afterAll(() => rm(folder, { recursive: true }));

const policyOf = (path: string) =>
  files.serve(path, new Request(`http://localhost${path}`)).headers.get('content-security-policy');

test('a page runs the scripts of its server and those that stand in it, and nothing else', () => {
  const hash = new Bun.CryptoHasher('sha256').update('\n  run();\n').digest('base64');
  const directives = policyOf('/')?.split('; ');
  expect(directives).toContain("default-src 'none'");
  expect(directives).toContain(`script-src 'self' 'sha256-${hash}'`);
});

test('what is no page has no policy', () => {
  expect(policyOf('/a.js')).toBeNull();
});

test('sources and hidden files are not served', () => {
  expect(files.has('/a.js')).toBeTrue();
  expect(files.has('/a.ts')).toBeFalse();
  expect(files.has('/.env')).toBeFalse();
});
