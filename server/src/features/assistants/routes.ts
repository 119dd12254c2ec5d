import * as contract from '@vignette/contract/assistants.ts'
import { type Binding, handle } from '../../handle.ts'
import { answerAssistantRequest, getAssistantRequest } from './request.ts'

export const assistantRoutes: Binding[] = [
  handle(contract.getAssistantRequest, (ctx, { params, request, reply }) =>
    getAssistantRequest(ctx, { ...params, request, reply }),
  ),
  handle(contract.answerAssistantRequest, (ctx, { params, body, request, reply }) =>
    answerAssistantRequest(ctx, { ...params, ...body, request, reply }),
  ),
]
