import { defineRows, EVERYBODY, NOBODY, nothing, SIGNED_IN } from '../row.ts'

export const storefrontRows = defineRows({
  getStorefront: [
    {
      on: 'a user with a username',
      answers: EVERYBODY,
      ask: () => ({ params: { handle: 'i.own' } }),
    },
    { on: 'no user', answers: NOBODY, ask: () => ({ params: { handle: 'nobody' } }) },
  ],
  findWorkflowAt: [
    {
      on: 'no recipe',
      answers: NOBODY,
      ask: () => ({ params: { handle: 'i.own', name: 'no-such-recipe' } }),
    },
  ],
  getOwnStorefront: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  updateStorefront: [
    {
      on: 'oneself',
      answers: SIGNED_IN,
      ask: (w) => ({
        body: {
          show_picture: true,
          lines: ['Posters of the north.'],
          links: [{ label: 'My shop', url: 'https://example.com/' }],
          featured_id: w.recipe,
          order: [w.recipe],
        },
      }),
    },
  ],
})
