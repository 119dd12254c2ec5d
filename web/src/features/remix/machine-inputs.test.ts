import { describe, expect, it } from 'vitest'
import type { RunRequest } from './ports/remix-ports.ts'
import { makeInput, makeOpen, makeSession, makeWorkflow } from './test-support/fake-ports.ts'
import { back, fail, priced, start, startFilled } from './test-support/machine-flows.ts'
import { fillIn, runMachine } from './test-support/run-machine.ts'
import { percentComplete, type WizardAction } from './wizard/reducer.ts'

describe('a variation', () => {
  const again = { fromCreationId: 'c9', isAgain: true }
  const source = { loadCreationInputs: async () => ({ subject: 'an owl' }) }

  it('runs at once on the same inputs where the terms are accepted', async () => {
    const { world, ...flow } = await start({ ...source, readTerms: () => true }, again)
    expect(flow.at()).toMatch(/^GENERATING/)
    expect(world.requests).toMatchObject([{ inputs: { subject: 'an owl' }, isPublic: false }])
    expect(world.log).toContain('strip source')
  })

  it('passes the paywall of a priced recipe', async () => {
    const flow = await start({ ...priced, ...source, readTerms: () => true }, again)
    expect(flow.at()).toBe('PAYWALL.ready')
    expect(flow.world.requests).toEqual([])
  })

  it('waits at its review for the terms', async () => {
    const flow = await start(source, again)
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().wizard.showsSummary).toBe(true)
    expect(flow.world.requests).toEqual([])
  })
})

describe('a draft', () => {
  const typed = (text: string) =>
    ({ type: 'WIZARD', action: { type: 'typed', index: 0, text } }) as const

  it('is saved at each change, and restored on the next visit', async () => {
    const { world, ...flow } = await start()
    await flow.send(typed('a fox'))
    expect(world.saved.get('w1')).toMatchObject({ inputs: { subject: 'a fox' }, isPublic: false })
    await flow.send({ type: 'SET_PUBLIC', isPublic: true })
    const again = await runMachine(world)
    expect(again.at()).toBe('INPUT_COLLECTION.editing')
    expect(again.context().wizard.states[0]?.value).toBe('a fox')
    expect(again.context()).toMatchObject({ isPublic: true, inputs: null })
  })

  it('is deleted with its last character, and by Create Another', async () => {
    const { world, ...flow } = await start({
      createCreation: async () => ({ kind: 'creation', creation: { image: '/m/a.png' } }),
    })
    await flow.send(typed('a fox'))
    await flow.send(typed(''))
    expect(world.saved.size).toBe(0)
    await flow.send(...fillIn())
    expect(flow.at()).toBe('RESULT')
    await flow.send({ type: 'CREATE_ANOTHER' })
    expect(world.saved.size).toBe(0)
  })

  it('the inputs of a creation replace the draft', async () => {
    const { world, ...flow } = await start(
      { loadCreationInputs: async () => ({ subject: 'their fox' }) },
      { fromCreationId: 'c9' },
    )
    expect(world.log).not.toContain('strip source')
    await flow.send(typed('my fox'))
    expect(world.log).toContain('strip source')
    expect((await runMachine(world)).context().wizard.states[0]?.value).toBe('my fox')
  })

  it('keeps the creation that it began with, until its run or Create Another', async () => {
    const { world, ...flow } = await start(
      {
        loadCreationInputs: async () => ({ subject: 'their fox' }),
        createCreation: async () => ({ kind: 'creation', creation: { image: '/m/a.png' } }),
      },
      { fromCreationId: 'c9' },
    )
    await flow.send(typed('my fox'))
    const again = await runMachine(world)
    await again.send(...fillIn('our fox'))
    expect(world.requests).toMatchObject([{ inputs: { subject: 'our fox' }, madeFrom: 'c9' }])
    await again.send({ type: 'CREATE_ANOTHER' }, ...fillIn('a new fox'))
    expect(world.requests).toMatchObject([{}, { madeFrom: null }])
  })

  it('begins with nothing where the creation cannot be read', async () => {
    const { world, ...flow } = await start(
      { loadCreationInputs: fail(404, 'x') },
      { fromCreationId: 'c9' },
    )
    await flow.send(...fillIn())
    expect(world.requests).toMatchObject([{ madeFrom: null }])
  })

  it('inputs in the address replace the draft, and leave the address at the first change', async () => {
    const given = { given: { subject: 'Hastings' } }
    const { world, ...flow } = await start({ ...priced, readTerms: () => true }, given, true)
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().wizard.states[0]?.value).toBe('Hastings')
    expect(world.requests).toEqual([])
    expect(world.log).not.toContain('strip source')
    await flow.send(typed('Whitby'))
    expect(world.log).toContain('strip source')
  })

  it('the landing page’s picture opens on the review, and its drawing goes to the run', async () => {
    const given = { given: { subject: 'Hastings' }, givenDrawing: 'd1' }
    const drawings: unknown[] = []
    const createCreation = async ({ drawing }: RunRequest) => {
      drawings.push(drawing)
      return { kind: 'job' as const, jobId: 'j1', generationSeconds: 1 }
    }
    const flow = await start({ readTerms: () => true, createCreation }, given)
    expect(flow.context().wizard.showsSummary).toBe(true)
    await flow.send({ type: 'COMPLETE' })
    expect(drawings).toEqual(['d1'])
  })

  it('an earlier payment does not hide the inputs in the address', async () => {
    const flow = await start(
      { ...priced, findOpenPayment: async () => makeOpen() },
      { given: { subject: 'Hastings' } },
    )
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().wizard.states[0]?.value).toBe('Hastings')
    expect(flow.context().open).not.toBeNull()
  })

  it('is not written again after its run', async () => {
    const { world, ...flow } = await startFilled({ createCreation: fail(500, 'x') })
    await flow.send({ type: 'GO_BACK' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(world.saved.size).toBe(0)
  })

  it('resumes at its step, and shows no error for missing values', async () => {
    const loadWorkflow = async () =>
      makeWorkflow({ inputs: [makeInput(), makeInput({ key: 'mood', display_name: 'Mood' })] })
    const flow = await start({ loadWorkflow }, {}, true)
    expect(flow.context().wizard).toMatchObject({ index: 1, showsSummary: false })
    expect(flow.context().wizard.states[1]?.error).toBeNull()
  })

  describe('on a step', () => {
    const questions = ['subject', 'mood', 'last'].map((key) =>
      makeInput({ key, display_name: key, value: key === 'mood' ? null : 'a fox' }),
    )
    const loadWorkflow = async () => makeWorkflow({ inputs: questions })
    const type = (index: number, text: string) =>
      ({ type: 'WIZARD', action: { type: 'typed', index, text } }) as const
    const go = (action: WizardAction) => ({ type: 'WIZARD', action }) as const

    it('stays there, with what was confirmed before', async () => {
      const { world, ...flow } = await start({ loadWorkflow })
      await flow.send(go({ type: 'next' }), type(1, 'calm'))
      const again = await runMachine(world)
      expect(again.context().wizard).toMatchObject({
        index: 1,
        reached: 1,
        showsSummary: false,
        sawSummary: false,
      })
      expect(percentComplete(again.context().wizard)).toBe(33)
    })

    it('stays there when it was opened from the review, which is still one click away', async () => {
      const { world, ...flow } = await start({ loadWorkflow })
      await flow.send(go({ type: 'next' }), type(1, 'calm'), go({ type: 'review' }))
      expect((await runMachine(world)).context().wizard.showsSummary).toBe(true)
      await flow.send(go({ type: 'edit', index: 0 }))
      const again = await runMachine(world)
      expect(again.context().wizard).toMatchObject({
        index: 0,
        showsSummary: false,
        sawSummary: true,
      })
    })

    it('goes to an earlier step that is open, and in another tab to the review', async () => {
      const { world, ...flow } = await start({ loadWorkflow })
      await flow.send(
        type(0, 'an owl'),
        go({ type: 'next' }),
        type(1, 'calm'),
        go({ type: 'next' }),
      )
      expect((await runMachine(world)).context().wizard.index).toBe(2)
      world.places.clear()
      expect((await runMachine(world)).context().wizard.showsSummary).toBe(true)
      world.places.set('w1', { index: 2, reached: 2 })
      world.saved.set('w1', { inputs: { subject: 'an owl' }, isPublic: false, madeFrom: null })
      expect((await runMachine(world)).context().wizard.index).toBe(1)
    })
  })

  it('a draft of another tab does not replace the paid inputs', async () => {
    const { world, ...flow } = await start(
      { ...priced, readSession: async () => makeSession({ inputs: { subject: 'kept' } }) },
      back,
      true,
    )
    await flow.pass(100)
    expect(world.requests).toMatchObject([{ inputs: { subject: 'kept' }, isPublic: false }])
  })
})

describe('input collection', () => {
  it('is private by default', async () => {
    const { world, ...flow } = await startFilled()
    expect(world.requests[0]?.isPublic).toBe(false)
    expect(flow.context().isPublic).toBe(false)
  })

  it('sends the public flag', async () => {
    const { world, ...flow } = await start()
    await flow.send({ type: 'SET_PUBLIC', isPublic: true }, ...fillIn())
    expect(world.requests[0]?.isPublic).toBe(true)
  })

  it('does not complete without accepted terms', async () => {
    const flow = await start()
    const [typed, next] = fillIn()
    if (typed && next) await flow.send(typed, next)
    await flow.send({ type: 'COMPLETE' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it('does not complete before the summary', async () => {
    const flow = await start({
      loadWorkflow: async () => makeWorkflow({ inputs: [makeInput({ value: 'given' })] }),
    })
    await flow.send({ type: 'SET_TERMS', accepts: true }, { type: 'COMPLETE' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it('does not complete where the provider is unavailable', async () => {
    const flow = await startFilled({
      loadWorkflow: async () => makeWorkflow({ unavailable: 'It needs a key.' }),
    })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it.each([
    ['free', 0, 'GENERATING.following.waiting'],
    ['priced', 300, 'PAYWALL.ready'],
  ])('completes a %s recipe', async (_, price, state) => {
    const flow = await startFilled({ loadWorkflow: async () => makeWorkflow({ price }) })
    expect(flow.at()).toBe(state)
  })

  const photo = {
    url: 'data:image/png;base64,AA',
    id: null,
    fileName: 'a.png',
    fileSize: 1,
    contentType: 'image/png',
    thumbnail: null,
  }
  const pictured = {
    loadWorkflow: async () =>
      makeWorkflow({ inputs: [makeInput({ key: 'photo', step_type: 'image_input' })] }),
  }

  it.each([
    ['uploads edited pictures first', {}, '/media/up.png'],
    ['ignores a failed upload', { uploadInlineImage: fail(500, 'no') }, photo.url],
  ])('%s', async (_, ports, url) => {
    const { world, ...flow } = await start({ ...pictured, ...ports })
    await flow.send(
      { type: 'WIZARD', action: { type: 'chosen', index: 0, value: photo } },
      { type: 'WIZARD', action: { type: 'next' } },
      { type: 'SET_TERMS', accepts: true },
      { type: 'COMPLETE' },
    )
    expect(world.requests[0]?.inputs).toEqual({ photo: url })
    expect(world.log.some((line) => line.startsWith('warn'))).toBe(url === photo.url)
  })
})
