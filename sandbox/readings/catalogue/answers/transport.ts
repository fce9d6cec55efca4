import { contentType, header, refusal, anyAnswer } from '../../../faults/changes.ts';
import { anyEndpoint } from '../../../faults/places.ts';
import { question } from '../../reading.ts';

/** How answers are transferred. The interface defines JSON bodies and leaves the rest to HTTP (`4`). */
export const transport = {
  compression: question('answers', '', {
    'answers-gzipped': ['compresses answers with gzip'],
    'answers-deflated': ['compresses answers with deflate'],
    'answers-in-brotli': ['compresses answers with Brotli'],
  }),
  'chunks and delays': question('answers', '', {
    'answers-in-chunks': ['sends answers in chunks, without Content-Length'],
    'answers-in-slow-pieces': ['sends the first bytes of an answer one by one, then the rest'],
    'answers-take-a-while': ['waits briefly before each answer'],
  }),
  connections: question('answers', '', {
    'connections-not-kept': [
      'closes the connection after each answer',
      anyAnswer(() => true, header('connection', 'close')),
    ],
    'connections-kept-briefly': ['keeps idle connections for only a second'],
  }),
  'content type': question('answers', 'answers.headers', {
    'content-type-bare': [
      'omits the character set of the content type',
      anyAnswer(anyEndpoint, contentType('application/json')),
    ],
    'content-type-in-capitals': [
      'writes the content type with capitals, and its parameter in quotes',
      anyAnswer(anyEndpoint, contentType('Application/JSON;charset="UTF-8"')),
    ],
    'content-type-of-problems': [
      'sends refusals as application/problem+json',
      refusal(anyEndpoint, contentType('application/problem+json')),
    ],
  }),
  headers: question('answers', 'answers.headers', {
    'headers-of-a-gateway': [
      'sends many further headers, as a gateway does',
      anyAnswer(
        () => true,
        header('set-cookie', 'route=7f; Path=/; HttpOnly'),
        header('etag', 'W/"1f"'),
        header('x-request-id', '5d0c7d6e'),
        header('strict-transport-security', 'max-age=63072000'),
        header('x-ratelimit-remaining', '4999'),
        header('vary', 'Origin, Accept-Encoding'),
        header('cache-control', 'no-store'),
      ),
    ],
  }),
};
