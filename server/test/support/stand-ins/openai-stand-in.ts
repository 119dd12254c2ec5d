import { PNG } from './media-samples.ts'
import {
  type OwnFiles,
  type Reply,
  type StandIn,
  sendJson,
  startStandIn,
} from './vendor-stand-in.ts'

/**
 * Images API of OpenAI: https://developers.openai.com/api/reference/resources/images/methods/generate
 * and …/edit; the fields are those of openaiImageResponseSchema in @ai-sdk/openai 4.0.118.
 */
export function pictureAnswer(bytes: Buffer) {
  return {
    created: 1_763_700_000,
    data: [{ b64_json: bytes.toString('base64') }],
    output_format: 'png',
    quality: 'medium',
    size: '1024x1024',
    usage: { input_tokens: 12, output_tokens: 1056, total_tokens: 1068 },
  }
}

/** Error object: https://developers.openai.com/api/docs/guides/error-codes */
function openaiError(code: string, message: string) {
  return { error: { message, type: 'invalid_request_error', param: null, code } }
}

const replyWith =
  (files: OwnFiles): Reply =>
  (request, answer) => {
    if (request.headers.authorization !== 'Bearer test-key') {
      sendJson(answer, 401, openaiError('invalid_api_key', 'Incorrect API key provided.'))
    } else if (request.method === 'POST' && request.path === '/v1/images/generations') {
      sendJson(answer, 200, pictureAnswer(files.picture ?? PNG))
    } else if (request.method === 'POST' && request.path === '/v1/images/edits') {
      sendJson(answer, 200, pictureAnswer(files.picture ?? PNG))
    } else sendJson(answer, 404, openaiError('not_found', 'Unknown request URL.'))
  }

export function startOpenAIStandIn(files: OwnFiles = {}): Promise<StandIn> {
  return startStandIn(replyWith(files))
}
