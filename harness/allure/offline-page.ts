/**
 * The report may load nothing from outside the page: scripts and styles are inline, data and images are data: URLs, and
 * attachments are blob: URLs.
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
 * Makes a report that sends no requests: removes Allure's Google Analytics script, and adds a content security policy
 * so that text of the target cannot load anything either.
 *
 * @throws when a Google script remains, or the page has no head
 */
export const offline = (html: string): string => {
  const stripped = html.replace(
    /<script async src="https:\/\/www\.googletagmanager\.com[^"]*"><\/script>\s*<script>[\s\S]*?<\/script>/g,
    '',
  );
  if (stripped.includes('googletagmanager.com/gtag'))
    throw new Error(
      'The report still contains a Google script, because Allure has changed; adapt harness/allure/offline-page.ts',
    );
  const head = stripped.indexOf('<head>');
  if (head < 0)
    throw new Error('The report page has no head, because Allure has changed; adapt harness/allure/offline-page.ts');
  const from = head + '<head>'.length;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return `${stripped.slice(0, from)}${meta}${stripped.slice(from)}`;
};
