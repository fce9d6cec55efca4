import { setting } from './setting.ts';
import { list, text } from './types.ts';
import { basicAuth, certificates, file, headers, proxy } from './way-in-types.ts';

/** Access to hosts outside the network, not only to the target. */
export const wayOut = {
  httpsProxy: setting('HTTPS_PROXY', proxy, {
    about: 'Proxy for https addresses, for example http://proxy.example:3128.',
    more:
      'It may contain user and password: http://user:password@proxy.example:3128. This machine is always reached ' +
      'directly.',
    secret: 'masked',
  }),
  httpProxy: setting('HTTP_PROXY', proxy, {
    about: 'Proxy for http addresses.',
    secret: 'masked',
  }),
  noProxy: setting('NO_PROXY', list, {
    about: 'Hosts that are reached without a proxy, comma-separated: staging.example.com, .internal.example or *',
    default: [],
  }),
  caCertificate: setting('CA_CERTIFICATE', certificates, {
    about: 'PEM file with the certificates of additional authorities that client and browser trust.',
    more: "Used only for the target's hosts, for proxies, and for the destinations of a digest or an issue.",
  }),
};

export const wayIn = {
  wayIn: {
    ...wayOut,
    clientCertificate: setting('CLIENT_CERTIFICATE', file, {
      about: 'File with the certificate that the target requires of its clients, as PEM or PFX (PKCS #12).',
      more: "Sent only to the target's hosts.",
    }),
    clientKey: setting('CLIENT_KEY', file, {
      about: 'PEM file with the private key of CLIENT_CERTIFICATE.',
      unset: 'the key in the file of CLIENT_CERTIFICATE',
    }),
    clientKeyPassphrase: setting('CLIENT_KEY_PASSPHRASE', text, {
      about: 'Passphrase of the private key or of the PFX file.',
      secret: 'masked',
    }),
    extraHeaders: setting('EXTRA_HEADERS', headers, {
      about: "Headers for an access gateway as Name: value, one per line, sent only to the target's hosts.",
      more: 'In this file, separate them by \\n: "X-Access-Id: 4711\\nX-Access-Secret: …"',
      secret: 'masked',
      default: [],
    }),
    basicAuth: setting('BASIC_AUTH', basicAuth, {
      about:
        "user:password for a gateway, sent only to the target's hosts, in requests without a key in Authorization.",
      secret: 'masked',
    }),
  },
};
