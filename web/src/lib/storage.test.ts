import { expect, test } from 'vitest'
import { findSavedInputs, removeSavedInputs, saveInputs } from '../features/remix/saved-inputs.ts'
import { forgetAnonymousId, getAnonymousId, peekAnonymousId } from './anonymous-id.ts'

test('inputs are saved, found and removed under the specified keys', () => {
  const saved = { inputs: { title: 'Hi' }, public: true, madeFrom: 'c1', email: 'a@b.c' }
  saveInputs('w1', { ...saved, drawing: 'd1' })
  expect(localStorage.getItem('workflow_inputs_w1')).toBe('{"title":"Hi"}')
  expect(localStorage.getItem('workflow_public_w1')).toBe('true')
  expect(findSavedInputs('w1')).toEqual({ ...saved, drawing: 'd1' })
  removeSavedInputs('w1')
  expect(findSavedInputs('w1')).toBeUndefined()
  expect(Object.keys(localStorage).filter((key) => key.endsWith('_w1'))).toEqual([])
  localStorage.setItem('workflow_inputs_w1', '{broken')
  expect(findSavedInputs('w1')).toBeUndefined()
})

test('the anonymous id is created once, stored as user_id and renewed after logout', () => {
  expect(peekAnonymousId()).toBeUndefined()
  const id = getAnonymousId()
  expect(id).toMatch(/^anon_[0-9a-f]{24}$/)
  expect(getAnonymousId()).toBe(id)
  expect(localStorage.getItem('user_id')).toBe(id)
  forgetAnonymousId()
  expect(getAnonymousId()).not.toBe(id)
})

test('a visitor with cleared storage keeps the cookie’s id, and a former user’s id is ignored', () => {
  forgetAnonymousId()
  document.cookie = 'csrf_token=20413-nonce.019a2b3c-0000-7000-8000-000000000001.signature'
  expect(peekAnonymousId()).toBe('019a2b3c-0000-7000-8000-000000000001')
  expect(getAnonymousId()).toBe(peekAnonymousId())
  document.cookie = 'csrf_token=20413-nonce.signature'
  expect(peekAnonymousId()).toBeUndefined()
  document.cookie = 'csrf_token=; max-age=0'
})
