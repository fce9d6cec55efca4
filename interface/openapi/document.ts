import { paths, responses } from './paths.ts';
import { componentSchemas } from './schemas.ts';

const about = `Collect payments, read wallets and manage callbacks. Numbers in brackets are sections of the interface document.

Requests of merchants carry the secret key as a bearer token and \`Content-Type: application/json\`, also without a body (5).
A checkout is opened by the publishable key in its body instead. Amounts are in the subunit of the currency.

Open questions of the interface stay open here: additional fields are allowed in every answer; the creation of
callbacks, notifications, limits, currencies and operator codes are not described.`;

/** The whole interface as an OpenAPI 3.1 document. */
export const openApiDocument = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Payment collection service',
    version: '1',
    description: about,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    {
      url: '{base_url}',
      description: 'The service under test.',
      variables: { base_url: { default: 'http://127.0.0.1:8080', description: 'Without the /v1 (4, 9).' } },
    },
  ],
  security: [{ secretKey: [] }],
  tags: [
    { name: 'Transactions', description: 'Initiation by the merchant (4.1).' },
    { name: 'Checkout', description: 'Checkout started with the publishable key (4.2).' },
    { name: 'Wallets', description: 'Wallets and balances (4.3, 4.4).' },
    { name: 'Callbacks', description: 'Webhook subscriptions (4.5 to 4.7).' },
  ],
  paths,
  components: {
    securitySchemes: {
      secretKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'The secret key of the merchant (5). The publishable key does not replace it: callbacks never accept it.',
      },
    },
    responses,
    schemas: componentSchemas(),
  },
});
