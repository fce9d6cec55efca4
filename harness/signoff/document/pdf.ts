import { chromium } from '@playwright/test';
import { openBrowser } from '../../../helpers/processes/open-browser.ts';
import { Guard } from '../../../helpers/connection/guard/guard.ts';
import { launchOptionsOf } from '../../../helpers/processes/launch-options.ts';
import { findBrowser } from '../../../helpers/processes/find-browser.mjs';

/**
 * Prints a page to PDF, in A4 with page numbers, without network requests.
 *
 * @param label the footer of every page
 * @param browserAddress of a remote browser
 * @throws when there is no browser
 */
export const printed = async (page: string, label: string, browserAddress: string | undefined): Promise<Buffer> => {
  const launch = {
    ...launchOptionsOf(browserAddress ? undefined : findBrowser()?.path),
    // The caller handles signals.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  const guard = new Guard({ hosts: [], isOwn: () => false });
  const { browser, proxy } = await openBrowser(chromium, launch, guard, { address: browserAddress });
  try {
    const context = await browser.newContext({ javaScriptEnabled: false, offline: true, ...(proxy && { proxy }) });
    const sheet = await context.newPage();
    await sheet.setContent(page);
    const foot = (text: string) => `<span style="font-size:8px;color:#57606a;margin:0 16mm;${text}`;
    return await sheet.pdf({
      format: 'A4',
      printBackground: true,
      preferCSSPageSize: true,
      tagged: true,
      outline: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: `${foot('flex:1">')}${label}</span>${foot('">')}<span class="pageNumber"></span> / <span class="totalPages"></span></span>`,
    });
  } finally {
    await browser.close();
  }
};
