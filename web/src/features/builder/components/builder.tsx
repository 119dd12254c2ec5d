import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { useQueryParams } from '../../../lib/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { providersQuery } from '../../workflows/index.ts'
import { chooseOutput } from '../choose-output.ts'
import type { BuilderDocument } from '../document/create-document.ts'
import { readText, stepsOf } from '../document/read-parts.ts'
import { setField } from '../document/recipe/set-field.ts'
import { findFaults, isWithin } from '../find-faults.ts'
import { BuildForm } from './build-form.tsx'
import { BuilderBar } from './builder-bar.tsx'
import { createCards } from './create-cards.ts'
import { type Editing, EditingContext } from './editing.ts'
import { FaultList } from './fault-list.tsx'
import { focusSoon } from './focus-soon.ts'
import { goToName } from './go-to-name.ts'
import { JsonView } from './json-view.tsx'
import { Outline } from './outline.tsx'
import { type Pane, PaneSwitch } from './pane-switch.tsx'
import { Preview } from './preview.tsx'
import { PricePart } from './price-part.tsx'
import { TextFaultAlert } from './text-fault-alert.tsx'
import { useCheck } from './use-check.ts'

const NO_PROVIDERS: never[] = []

/** The recipe as form and JSON, its preview and its tests: three panes, on a phone one at a time. */
export function Builder({
  document,
  saving,
  workflowId,
  test,
  publish,
  testsOf,
}: {
  document: BuilderDocument
  /** Whether the draft is saved. */
  saving: ReactNode
  /** The published recipe that the draft changes. */
  workflowId?: string | undefined
  test?: ReactNode
  publish?: ReactNode
  testsOf: Editing['testsOf']
}) {
  const state = useSyncExternalStore(document.subscribe, document.getState)
  const { data: providers = NO_PROVIDERS } = useQuery(providersQuery)
  const check = useCheck(state.good.text)
  const [params] = useQueryParams()
  const begins = params.get('pane') === 'test' && test ? 'test' : 'build'
  const [pane, setPane] = useState<Pane>(begins)
  const bench = useRef<HTMLElement>(null)
  const [view, setView] = useState<'form' | 'json'>('form')
  const [goTo, setGoTo] = useState<{ at: number } | undefined>()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [news, setNews] = useState('')
  // Of several steps found when the draft is opened, the creator may have chosen this one.
  const [isResultChosen, setResultChosen] = useState(() => stepsOf(state.good.value).length > 1)
  const faults = useMemo(() => findFaults(check.data), [check.data])
  const [lit, setLit] = useState<string | undefined>()
  const recipe = state.good.value
  const cards = useMemo(
    () => createCards(open, setOpen, { apply: document.edit, announce: setNews }),
    [open, document],
  )

  const editing = useMemo<Editing>(
    () => ({
      recipe,
      providers,
      readOnly: state.fault !== null,
      check: check.data,
      faultAt: (path) => faults.find((fault) => fault.path === path)?.message,
      countFaults: (path) => faults.filter((fault) => isWithin(fault.path, path)).length,
      costOf: (stepId) => check.data?.steps.find(({ id }) => id === stepId)?.cents,
      set: (path, value) =>
        document.edit((text) => setField(text, path, value), formatJsonPath(path)),
      apply: (change, burst) => document.edit(change, burst),
      testsOf,
      lit,
      light: setLit,
      goTo: (name) => goToName(recipe, cards, name),
      isResultChosen,
      chooseResult: (stepId) => {
        setResultChosen(true)
        document.edit((text) => chooseOutput(text, stepId, providers))
      },
      announce: setNews,
    }),
    [
      recipe,
      providers,
      state.fault,
      check.data,
      faults,
      testsOf,
      lit,
      cards,
      document,
      isResultChosen,
    ],
  )
  useEffect(() => {
    if (begins === 'test') bench.current?.focus()
  }, [begins])

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'y' || event.shiftKey) document.redo()
    else document.undo()
  }

  const showsPane = (one: Pane) => cx(pane === one ? '' : 'max-lg:hidden')
  return (
    <EditingContext.Provider value={editing}>
      <BuilderBar
        document={document}
        state={state}
        view={view}
        onView={setView}
        saving={saving}
        publish={publish}
      />
      <PaneSwitch pane={pane} onChange={setPane} hasTest={test !== undefined} />
      <p role="status" className="sr-only">
        {news}
      </p>
      <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-[11rem_minmax(0,1fr)_20rem] xl:grid-cols-[13rem_minmax(0,1fr)_24rem]">
        <div className="hidden lg:sticky lg:top-24 lg:block lg:self-start">
          <Outline recipe={recipe} cards={cards} />
        </div>
        {/* One undo stack for the form and the JSON, in place of the one of each field. */}
        <div
          className={cx('flex min-w-0 flex-col gap-6', showsPane('build'))}
          onKeyDownCapture={onKeyDown}
          onBlurCapture={document.seal}
        >
          {state.fault && (
            <TextFaultAlert
              fault={state.fault}
              onGo={(at) => {
                setView('json')
                setGoTo({ at })
              }}
            />
          )}
          <FaultList faults={faults} check={check.data} />
          {view === 'json' ? (
            <JsonView
              text={state.text}
              faults={faults}
              providers={providers}
              goTo={goTo}
              onChange={(text) => {
                const before = readText(recipe, 'output')
                document.setText(text)
                const now = readText(document.getState().good.value, 'output')
                if (now !== before) setResultChosen(true)
              }}
            />
          ) : (
            <>
              <BuildForm cards={cards} />
              <div id="build-price" tabIndex={-1} className="outline-none">
                <PricePart recipe={recipe} workflowId={workflowId} />
              </div>
              {test && (
                <Button
                  kind="secondary"
                  className="self-start"
                  onClick={() => {
                    setPane('test')
                    focusSoon('#build-test')
                  }}
                >
                  Go on to the test
                </Button>
              )}
            </>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <section aria-label="Preview" className={showsPane('preview')}>
            <Preview recipe={recipe} />
          </section>
          {test && (
            <section
              ref={bench}
              tabIndex={-1}
              aria-label="Test"
              className={cx('scroll-mt-24 outline-none', showsPane('test'))}
            >
              {test}
            </section>
          )}
        </div>
      </div>
    </EditingContext.Provider>
  )
}
