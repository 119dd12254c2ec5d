import { PNG } from './media-samples.ts'
import {
  type OwnFiles,
  type Reply,
  type StandIn,
  sendJson,
  startStandIn,
} from './vendor-stand-in.ts'

/**
 * generateContent of the Gemini API with an inline picture:
 * https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse and
 * https://ai.google.dev/gemini-api/docs/image-generation
 */
export function candidateAnswer(bytes: Buffer) {
  return {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ inlineData: { mimeType: 'image/png', data: bytes.toString('base64') } }],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 1290, totalTokenCount: 1298 },
    modelVersion: 'gemini-2.5-flash-image',
    responseId: 'r1',
  }
}

/** https://ai.google.dev/api/generate-content#FinishReason: a picture that the safety filter withheld. */
export const declinedAnswer = {
  candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'IMAGE_SAFETY', index: 0 }],
  usageMetadata: { promptTokenCount: 8, totalTokenCount: 8 },
}

/** https://cloud.google.com/apis/design/errors: google.rpc.Status */
function googleError(code: number, status: string, message: string) {
  return { error: { code, message, status, details: [] } }
}

const replyWith =
  (files: OwnFiles): Reply =>
  (request, answer) => {
    if (request.headers['x-goog-api-key'] !== 'test-key') {
      sendJson(answer, 401, googleError(401, 'UNAUTHENTICATED', 'API key not valid.'))
    } else if (/^\/v1beta\/models\/[\w.-]+:generateContent$/.test(request.path)) {
      sendJson(answer, 200, candidateAnswer(files.picture ?? PNG))
    } else sendJson(answer, 404, googleError(404, 'NOT_FOUND', 'model is not found'))
  }

export function startGoogleStandIn(files: OwnFiles = {}): Promise<StandIn> {
  return startStandIn(replyWith(files))
}
