/**
 * What a public linter finds in the text of an OpenAPI document, one sentence for each finding, warnings included.
 *
 * @param text JSON
 */
export const findingsIn = async (text: string): Promise<string[]> => {
  // It takes a second to load.
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig({
    extends: ['recommended'],
    // By default it forbids further fields in each part of an if and then, although the schemas allow them everywhere.
    rules: { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } },
  });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location: [at] }) => {
    const place = at && 'pointer' in at ? at.pointer : undefined;
    return `${place ?? 'the document'}: ${message} (${ruleId})`;
  });
};
