/**
 * The findings of a public linter in an OpenAPI document, one sentence each, including warnings.
 *
 * @param text the document as JSON
 */
export const findingsIn = async (text: string): Promise<string[]> => {
  // Imported on demand, because loading takes a second.
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig({
    extends: ['recommended'],
    // The default forbids additional fields in the parts of if and then, although the schemas allow them everywhere.
    rules: { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } },
  });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location: [at] }) => {
    const place = at && 'pointer' in at ? at.pointer : undefined;
    return `${place ?? 'the document'}: ${message} (${ruleId})`;
  });
};
