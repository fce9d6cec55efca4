// Builds payment pages: node real-pages/build.mjs [NAME…]. Each becomes a folder in built/, for --page of the sandbox.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { compile, compileModule } from 'svelte/compiler';

const pages = join(import.meta.dirname, 'pages');
/** Files that style sheets refer to. */
const embedded = ['.eot', '.gif', '.png', '.svg', '.ttf', '.woff', '.woff2'];
const isSource = /\.(?:jsx?|ts)$/;

/** @type {import('esbuild').Plugin} */
const svelte = {
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte(?:\.js)?$/ }, ({ path: filename }) => {
      const source = readFileSync(filename, 'utf8');
      const options = /** @type {const} */ ({ filename, generate: 'client' });
      const { js } = filename.endsWith('.js')
        ? compileModule(source, options)
        : compile(source, { ...options, css: 'injected' });
      return { contents: js.code, loader: 'js' };
    });
  },
};

/** @param {string} name */
async function buildPage(name) {
  const source = readdirSync(pages).find((file) => isSource.test(file) && file.split('.')[0] === name);
  if (!source) throw new Error(`there is no page ${name} in ${pages}`);
  const outdir = join(import.meta.dirname, 'built', name);
  const { warnings } = await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: [{ in: join(pages, source), out: 'page' }],
    outdir,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define: {
      'process.env': '{"NODE_ENV":"production"}',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    // The build of Vue that reads templates in the browser, as pages without a build step use it.
    alias: { vue: 'vue/dist/vue.esm-bundler.js' },
    conditions: ['browser', 'svelte'],
    loader: Object.fromEntries(embedded.map((ending) => [ending, 'dataurl'])),
    plugins: [svelte],
    logLevel: 'error',
    logLimit: 5,
  });
  for (const { text } of warnings) console.warn(`${name}: ${text}`);
  const body = join(pages, `${name}.html`);
  const shell = readFileSync(join(import.meta.dirname, 'shell.html'), 'utf8');
  const style = existsSync(join(outdir, 'page.css')) ? '<link rel="stylesheet" href="/page/page.css" />' : '';
  const content = existsSync(body) ? readFileSync(body, 'utf8') : '<div id="app"></div>';
  mkdirSync(outdir, { recursive: true });
  writeFileSync(
    join(outdir, 'index.html'),
    shell.replace('<!-- style -->', style).replace('<!-- body -->', () => content),
  );
}

const all = readdirSync(pages).flatMap((file) => (isSource.test(file) ? (file.split('.')[0] ?? []) : []));
const names = process.argv.length > 2 ? process.argv.slice(2) : all;
for (const name of names) await buildPage(name);
console.log(`${names.length} pages built`);
