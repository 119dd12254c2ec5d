import { defineRows, EVERYBODY, NOBODY, nothing, on, SIGNED_IN } from '../row.ts'

const NO_REQUEST = 'abcdefghijklmnopqrstu'

export const identityRows = defineRows({
  startGoogleSignIn: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  finishGoogleSignIn: [
    { on: 'a sign-in that was not started', answers: [302, 302, 302, 302, 302], ask: nothing },
  ],
  getAuthMe: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  getMe: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  getUser: [
    { on: 'a user', answers: EVERYBODY, ask: (w) => on(w.cast.ids.owner) },
    { on: 'no user', answers: NOBODY, ask: (w) => on(w.recipe) },
  ],
  updateUser: [
    {
      on: 'oneself',
      answers: SIGNED_IN,
      ask: (_w, role) => ({ body: { username: `i.${role.slice(0, 3)}` } }),
    },
    {
      on: 'a name another has',
      answers: [401, 401, 409, 200, 409],
      ask: () => ({ body: { username: 'i.own' } }),
    },
  ],
  askForApproval: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  logout: [{ on: 'oneself', answers: EVERYBODY, ownCast: true, ask: nothing }],
  logoutEverywhere: [{ on: 'oneself', answers: SIGNED_IN, ownCast: true, ask: nothing }],
  listSessions: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  revokeSession: [
    {
      on: 'another session of the owner’s',
      answers: [401, 401, 404, 200, 404],
      fresh: (w) => w.newSession(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  createAccessToken: [
    {
      on: 'oneself',
      answers: [401, 401, 201, 201, 201],
      ask: () => ({ body: { label: 'a script' } }),
    },
  ],
  getAssistantRequest: [
    {
      on: 'a request of no assistant',
      answers: [401, 401, 404, 404, 404],
      ask: () => on(NO_REQUEST),
    },
  ],
  answerAssistantRequest: [
    {
      on: 'a request of no assistant',
      answers: [401, 401, 404, 404, 404],
      ask: () => ({ ...on(NO_REQUEST), body: { allow: true } }),
    },
  ],
  listAccessTokens: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  revokeAccessToken: [
    {
      on: 'a token of the owner’s',
      answers: [401, 401, 404, 200, 404],
      fresh: (w) => w.newToken(),
      ask: (_w, _role, id) => on(id),
    },
    {
      on: 'a browser session of the owner’s',
      answers: [401, 401, 404, 404, 404],
      fresh: (w) => w.newSession(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  deleteAccount: [{ on: 'oneself', answers: SIGNED_IN, ownCast: true, ask: nothing }],
  exportAccount: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
})
