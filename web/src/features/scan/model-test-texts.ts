/** Texts of the test of the model server. Apart from `texts`, which the leads page loads. */
export const modelTestTexts = {
  testModel: 'Test model server',
  testedModel: {
    reached: (ms: string) => `The server answered in ${ms} ms and has the models in use.`,
    'unknown-model': (ms: string, missing: string) =>
      `The server answered in ${ms} ms, but it does not list ${missing}. Choose another model, or set OPENAI_MODEL to one that it lists.`,
    'wrong-key': 'The server refused the key. Check OPENAI_API_KEY.',
    refused: 'The server cannot be reached. Check OPENAI_BASE_URL and that the server runs.',
    timeout: 'The server did not answer within 10 seconds.',
    failed: (status: number | null) =>
      `The server did not answer with a list of models${status === null ? '' : ` (status ${status})`}. Check that OPENAI_BASE_URL is the address of its API, such as http://localhost:11434/v1.`,
    'not-connected': 'No server is connected.',
  },
  modelsListed: (names: string) => `Its models: ${names}.`,
  testFailed: 'The test failed:',
} as const;
