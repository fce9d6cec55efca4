import { resolve } from 'node:path';
import { z } from 'zod';
import { callbackIdText } from '../../../interface/messages/callback-id.ts';
import { setting } from './setting.ts';
import { certificates, file } from './way-in-types.ts';
import { address, browserAddress, list, origin, ownAddress, path, port, text } from './types.ts';

export const callbacks = {
  callbackCreatePath: setting('CALLBACK_CREATE_PATH', path, {
    about: 'Path of the operation that creates a callback, if the target has one; the interface shows none.',
  }),
  callbackId: setting('CALLBACK_ID', callbackIdText, {
    about: 'A callback that tests may update; it is restored afterwards.',
  }),
  disposableCallbackIds: setting('DISPOSABLE_CALLBACK_IDS', list.pipe(z.array(callbackIdText)), {
    about: 'Callbacks that tests may delete for good, comma-separated.',
    more: 'A run uses up two of at least three.',
    default: [],
  }),
  /** Without a slash at the end. */
  webhookUrl: setting('WEBHOOK_URL', address, {
    about: 'Public address at which the target reaches this machine, for notifications.',
    more:
      'That of a tunnel or a reverse proxy which forwards to WEBHOOK_PORT. Needed unless the target runs on this ' +
      'machine. https://hooks.example.com/conformance',
  }),
  webhookPort: setting('WEBHOOK_PORT', port, {
    about: 'Port of this machine that WEBHOOK_URL is forwarded to.',
    default: 8787,
  }),
  webhookListen: setting('WEBHOOK_LISTEN', ownAddress, {
    about: 'IP address of this machine to listen at for notifications.',
    more:
      'The default suits a tunnel client on this machine. For a reverse proxy on another machine or in another ' +
      'container: the address it forwards to, or 0.0.0.0 for all addresses.',
    default: '127.0.0.1',
  }),
  journalFolder: setting(
    'JOURNAL_FOLDER',
    text.transform((folder) => resolve(folder)),
    {
      about: 'Folder of the journal of what a run has at the target, so that nothing is left behind.',
      unset: '.journal',
    },
  ),
};

export const browser = {
  merchantOrigin: setting('MERCHANT_ORIGIN', origin, {
    about: "Origin of the merchant's pages as browser and target see it, for example https://merchant.example.",
    more:
      'It is served on this machine whatever its name. With https it has a certificate that the browser of the run ' +
      'alone trusts, or that of MERCHANT_CERTIFICATE. With BROWSER_ADDRESS the name has to lead here from where the ' +
      'browser is; the merchant then listens at its port, on all interfaces.',
    unset: 'a free port of this machine',
  }),
  /** A PEM file, like the next setting. */
  merchantCertificate: setting('MERCHANT_CERTIFICATE', certificates, {
    about: 'PEM file with the certificate of an https MERCHANT_ORIGIN, and those of its authorities.',
    unset: 'one that is made for the run',
  }),
  merchantKey: setting('MERCHANT_KEY', file, {
    about: 'PEM file with the private key of MERCHANT_CERTIFICATE, without passphrase.',
  }),
  merchantExample: setting('MERCHANT_EXAMPLE', origin, {
    about: 'Origin of addresses that the target is given and nobody opens; for a target that looks hosts up.',
    default: 'https://merchant.example',
  }),
  checkoutPage: setting('CHECKOUT_PAGE', text, {
    about: "Module with the page object of the target's hosted page, relative to the working folder.",
    unset: 'one that finds its way by the words on ordinary pages',
  }),
  /** The address of a remote browser; undefined for a local one. May contain secrets. */
  browserAddress: setting('BROWSER_ADDRESS', browserAddress, {
    about: 'Browser of another machine, to use instead of one of this machine.',
    more:
      "ws://HOST:PORT/ of a Playwright server of the suite's version, which is lent this machine's own addresses, or " +
      'http://HOST:PORT of a Chromium with --remote-debugging-port, which has to reach MERCHANT_ORIGIN on this machine ' +
      'by itself. Tokens in it are as secret as a key.',
    secret: 'masked',
  }),
};

/** Read before any package is installed (find-browser.mjs), so it is no member of `Settings`. */
export const browserPath = setting('BROWSER_PATH', text, {
  about: 'Browser to use.',
  unset: "Playwright's own Chromium, else a Chromium, Chrome or Edge of this system",
});
