import { gzipSync } from 'node:zlib';

// Allure embeds its data as base64. Compressed, the page is several times smaller, opens sooner, and the key scan can
// unpack it like any other archive.

const start = '<script defer>\n      Promise.allSettled([';
const piece = /d\("([^"]+)","([A-Za-z0-9+/=]*)"\)/g;

/** Unpacks the data in the page; converts each piece to base64 only when the application reads it. */
const unpack = `(async () => {
  const packed = document.getElementById('packed-data').textContent;
  const bytes = await (await fetch('data:application/gzip;base64,' + packed)).blob();
  const texts = await new Response(bytes.stream().pipeThrough(new DecompressionStream('gzip'))).json();
  const base64 = (text) => {
    const bytes = new TextEncoder().encode(text);
    let binary = '';
    for (let at = 0; at < bytes.length; at += 32768) binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return btoa(binary);
  };
  window.allureReportData ||= {};
  for (const [name, { text, binary }] of Object.entries(texts)) {
    Object.defineProperty(window.allureReportData, name, { get: () => binary ?? base64(text), enumerable: true });
  }
  window.allureReportDataReady = true;
})();`;

/** Compresses the data of a report page; returns a page of unknown structure unchanged. */
export const packed = (html: string): string => {
  const from = html.indexOf(start);
  const to = html.indexOf('</script>', from);
  if (from < 0 || to < 0) return html;
  const pieces = [...html.slice(from, to).matchAll(piece)];
  if (pieces.length === 0) return html;
  const data = Object.fromEntries(pieces.map(([, name = '', base64 = '']) => [name, contentOf(base64)]));
  const archive = gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
  return `${html.slice(0, from)}<script type="text/plain" id="packed-data">${archive}</script>
    <script>${unpack}${html.slice(to)}`;
};

const contentOf = (base64: string): { text: string } | { binary: string } => {
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? { text } : { binary: base64 };
};
