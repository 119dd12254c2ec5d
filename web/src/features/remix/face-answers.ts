import type { UserInputs } from '@vignette/contract/creations.ts'
import { FACE_ANSWERS, type FaceAnswer } from '@vignette/contract/face-words.ts'
import { readItem, writeItem } from '../../lib/storage.ts'
import type { FileValue } from './wizard/step.ts'

/** The answer about each upload that shows a face; an empty text until there is one. */
type Answers = Record<string, FaceAnswer | ''>

const KEY = 'face_answers'
/** The oldest are forgotten; their files are in no form any more. */
const MOST = 50

function readAnswers(): Answers {
  try {
    const kept: unknown = JSON.parse(readItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Answers) : {}
  } catch {
    return {}
  }
}

function write(url: string, answer: FaceAnswer | ''): void {
  const { [url]: _, ...others } = readAnswers()
  const kept = [...Object.entries(others), [url, answer] as const].slice(-MOST)
  writeItem(KEY, JSON.stringify(Object.fromEntries(kept)))
}

export const rememberFace = (url: string) => write(url, '')

export function answerFace(files: readonly FileValue[], answer: FaceAnswer): void {
  for (const { url } of listAsked(files)) write(url, answer)
}

/** Those that show a face. */
export function listAsked(files: readonly FileValue[]): FileValue[] {
  const answers = readAnswers()
  return files.filter(({ url }) => answers[url] !== undefined)
}

export function answerOf(file: FileValue): FaceAnswer | '' {
  return readAnswers()[file.url] ?? ''
}

export function listUnanswered(files: readonly FileValue[]): FileValue[] {
  return listAsked(files).filter((file) => answerOf(file) === '')
}

/** What a run says of all faces in its inputs: the answer that the law looks at most closely. */
export function faceOf(inputs: UserInputs): { face?: FaceAnswer } {
  const answers = readAnswers()
  const given = Object.values(inputs)
    .flat()
    .flatMap((value) => {
      const url = typeof value === 'object' ? value?.url : value
      return (typeof url === 'string' && answers[url]) || []
    })
  const face = FACE_ANSWERS.findLast((one) => given.includes(one))
  return face ? { face } : {}
}
