export default {
  agency: {
    input: 'openapi.json',
    output: {
      target: 'agency.ts',
      client: 'fetch',
      override: { mutator: { path: './send.ts', name: 'send' } },
    },
  },
}
