import { defineRows, EVERYBODY, NOBODY, nothing } from '../row.ts'

// Rows of main, and of features with one route or two.

export const mainRows = defineRows({
  healthcheck: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  getAppConfig: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  getLegalText: [
    { on: 'the terms', answers: EVERYBODY, ask: () => ({ params: { page: 'terms' } }) },
    { on: 'no imprint', answers: NOBODY, ask: () => ({ params: { page: 'imprint' } }) },
  ],
  getFrontPage: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  // This catalogue has no poster, so that each caller is told so.
  drawFrontPoster: [
    {
      on: 'the server',
      answers: NOBODY,
      ask: () => ({ body: { user_inputs: { town: 'Whitby' } } }),
    },
  ],
  listProviders: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  collectAnalytics: [
    {
      on: 'an event',
      answers: EVERYBODY,
      ask: () => ({
        body: {
          batch: [{ event: 'x', distinct_id: 'x', uuid: 'x', timestamp: 'x', properties: {} }],
        },
      }),
    },
  ],
  joinWaitlist: [
    { on: 'the list', answers: EVERYBODY, ask: () => ({ body: { email: 'a@example.com' } }) },
  ],
})
