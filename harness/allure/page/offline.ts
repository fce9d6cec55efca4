/**
 * What the page of a report may load: nothing that is not in it. Its scripts and styles stand in the page itself, its
 * data and pictures in data: addresses, and attachments are shown by way of blob: addresses.
 */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'unsafe-inline' data:",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  'connect-src data: blob:',
  'frame-src data: blob:',
  'worker-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * A report that calls nobody: without the script by which Allure counts its readers with Google, and with a policy that
 * lets a browser load nothing from elsewhere, whatever an answer has put into it.
 *
 * @throws when something else in it would call there, or it has no head
 */
export const offline = (html: string): string => {
  const stripped = html.replace(
    /<script async src="https:\/\/www\.googletagmanager\.com[^"]*"><\/script>\s*<script>[\s\S]*?<\/script>/g,
    '',
  );
  if (stripped.includes('googletagmanager.com/gtag'))
    throw new Error('The report would call Google; allure has changed, see harness/allure/page/offline.ts');
  const head = stripped.indexOf('<head>');
  if (head < 0)
    throw new Error('The page of the report has no head; allure has changed, see harness/allure/page/offline.ts');
  const from = head + '<head>'.length;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return `${stripped.slice(0, from)}${meta}${stripped.slice(from)}`;
};
