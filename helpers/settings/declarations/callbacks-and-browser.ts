import { resolve } from 'node:path';
import { z } from 'zod';
import { callbackIdText } from '../../../interface/messages/callback-id.ts';
import { setting } from './setting.ts';
import { certificates, file } from './way-in-types.ts';
import { address, browserAddress, list, origin, ownAddress, path, port, text } from './types.ts';

export const callbacks = {
  callbackCreatePath: setting('CALLBACK_CREATE_PATH', path, {
    about: 'Path of the operation that creates a callback, if the target has one; the interface does not specify it.',
  }),
  callbackId: setting('CALLBACK_ID', callbackIdText, {
    about: 'A callback that tests may update; it is restored afterwards.',
  }),
  disposableCallbackIds: setting('DISPOSABLE_CALLBACK_IDS', list.pipe(z.array(callbackIdText)), {
    about: 'Callbacks that tests may delete permanently, comma-separated.',
    more: 'A run deletes two; set at least three.',
    default: [],
  }),
  /** Without a trailing slash. */
  webhookUrl: setting('WEBHOOK_URL', address, {
    about: 'Public address at which the target reaches this machine, for notifications.',
    more:
      'The address of a tunnel or a reverse proxy that forwards to WEBHOOK_PORT. Required unless the target runs on ' +
      'this machine. Example: https://hooks.example.com/conformance',
  }),
  webhookPort: setting('WEBHOOK_PORT', port, {
    about: 'Port of this machine to which WEBHOOK_URL is forwarded.',
    default: 8787,
  }),
  webhookListen: setting('WEBHOOK_LISTEN', ownAddress, {
    about: 'IP address of this machine on which to listen for notifications.',
    more:
      'The default suits a tunnel client on this machine. For a reverse proxy on another machine or in another ' +
      'container, use the address to which it forwards, or 0.0.0.0 for all addresses.',
    default: '127.0.0.1',
  }),
  journalFolder: setting(
    'JOURNAL_FOLDER',
    text.transform((folder) => resolve(folder)),
    {
      about: 'Folder of the journals of callbacks that have to be cleaned up at the target.',
      unset: '.journal',
    },
  ),
};

export const browser = {
  merchantOrigin: setting('MERCHANT_ORIGIN', origin, {
    about: "Origin of the merchant's pages as browser and target see it, for example https://merchant.example.",
    more:
      'This machine serves it, whatever its host name. With https it uses MERCHANT_CERTIFICATE, or else a ' +
      'certificate that only the browser of the run trusts. With BROWSER_ADDRESS the machine of the ' +
      'browser has to resolve the host name to this machine; the merchant then listens on its port, on all interfaces.',
    unset: 'a free port of this machine',
  }),
  /** A PEM file, as is the next one. */
  merchantCertificate: setting('MERCHANT_CERTIFICATE', certificates, {
    about: 'PEM file with the certificate of an https MERCHANT_ORIGIN, and those of its authorities.',
    unset: 'a certificate that is generated for the run',
  }),
  merchantKey: setting('MERCHANT_KEY', file, {
    about: 'PEM file with the private key of MERCHANT_CERTIFICATE, without passphrase.',
  }),
  merchantExample: setting('MERCHANT_EXAMPLE', origin, {
    about: 'Origin of addresses that are sent to the target but never opened; change it if the target resolves hosts.',
    default: 'https://merchant.example',
  }),
  checkoutPage: setting('CHECKOUT_PAGE', text, {
    about: "Module with the page object of the target's hosted page, relative to the working folder.",
    unset: 'a built-in reader of pages with ordinary labels',
  }),
  /** The address of a remote browser; undefined for a local one. Credentials in it are as secret as a key. */
  browserAddress: setting('BROWSER_ADDRESS', browserAddress, {
    about: 'Browser on another machine, to use instead of a local one.',
    more:
      "ws://HOST:PORT/ of a Playwright server of the suite's version, which tunnels to this machine's addresses, or " +
      'http://HOST:PORT of a Chromium with --remote-debugging-port, which must be able to reach MERCHANT_ORIGIN on ' +
      'this machine. Tokens in it are as secret as a key.',
    secret: 'masked',
  }),
};

/** Read before any package is installed (find-browser.mjs), so not a member of `Settings`. */
export const browserPath = setting('BROWSER_PATH', text, {
  about: 'Path of the browser to use.',
  unset: "Playwright's own Chromium, or else a Chromium, Chrome or Edge of this system",
});
