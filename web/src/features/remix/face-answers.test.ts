import { beforeEach, expect, it } from 'vitest'
import { answerFace, faceOf, listUnanswered, rememberFace } from './face-answers.ts'
import type { FileValue } from './wizard/step.ts'

const file = (url: string) => ({ url }) as FileValue
beforeEach(() => localStorage.clear())

it('asks once of each file that shows a face, also after a reload', () => {
  expect(listUnanswered([file('/a')])).toEqual([])
  rememberFace('/a')
  expect(listUnanswered([file('/a'), file('/b')])).toEqual([file('/a')])
  answerFace([file('/a'), file('/b')], 'me')
  expect(listUnanswered([file('/a')])).toEqual([])
  expect(faceOf({ photo: '/b' })).toEqual({})
})

it('says of several files the answer that the law looks at most closely', () => {
  for (const [url, answer] of [
    ['/a', 'public'],
    ['/b', 'me'],
    ['/c', 'agreed'],
  ] as const) {
    rememberFace(url)
    answerFace([file(url)], answer)
  }
  expect(faceOf({ one: '/b', wish: 'a fox' })).toEqual({ face: 'me' })
  expect(faceOf({ one: '/b', more: [{ url: '/c' }] })).toEqual({ face: 'agreed' })
  expect(faceOf({ one: ['/b', '/a'], two: '/c' })).toEqual({ face: 'public' })
})

it('survives a broken store', () => {
  localStorage.setItem('face_answers', '{')
  expect(listUnanswered([file('/a')])).toEqual([])
  rememberFace('/a')
  expect(listUnanswered([file('/a')])).toHaveLength(1)
})
