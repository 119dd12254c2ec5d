import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { watchCaller } from './watch-caller.ts'

test('a watch reports a caller’s hang-up, and leaves no listener on a connection that lasts', () => {
  const socket = new Socket()
  const request = { raw: { socket } } as FastifyRequest
  const before = socket.listenerCount('close')
  const watched = watchCaller(request)
  socket.emit('close')
  expect(watched.left.aborted).toBe(true)
  for (let turn = 0; turn < 3; turn++) watchCaller(request).stopWatching()
  expect(socket.listenerCount('close')).toBe(before)
  socket.destroy()
  expect(watchCaller(request).left.aborted).toBe(true)
})
