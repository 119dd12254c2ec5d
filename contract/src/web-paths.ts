/**
 * Method and path of every call under the API base. Imports no zod, because the browser loads this
 * file.
 */
export const API_BASE = '/api/v1'

/** Names the anonymous id of a browser that has no cookie yet. */
export const VISITOR_HEADER = 'x-visitor-id'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Path = readonly [Method, string]

/** The calls that the web app knows from the start; those of other screens are in `late-paths.ts`. */
export const webPaths = {
  getAppConfig: ['GET', '/config'],
  getFrontPage: ['GET', '/front-page'],

  listWorkflows: ['GET', '/workflows'],
  getWorkflow: ['GET', '/workflows/:id'],

  createCreation: ['POST', '/workflows/:id/creations'],
  listWorkflowCreations: ['GET', '/workflows/:id/creations'],
  getCreation: ['GET', '/creations/:id'],
  downloadCreation: ['GET', '/creations/:id/download'],

  streamJobEvents: ['GET', '/jobs/:id/events'],

  uploadFile: ['POST', '/upload/:kind'],

  startGoogleSignIn: ['GET', '/auth/google/start'],
  getAuthMe: ['GET', '/auth/me'],

  joinWaitlist: ['POST', '/waitlist'],
} as const satisfies Record<string, Path>

/** A call whose address the web app can write without waiting. */
export type EarlyRouteName = keyof typeof webPaths
