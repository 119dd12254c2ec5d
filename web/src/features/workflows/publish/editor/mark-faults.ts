import { jsonParseLinter } from '@codemirror/lang-json'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { parseJsonPath } from '../../../../lib/json-path.ts'
import type { Fault } from '../fault.ts'
import { findJsonPlace } from '../find-json-place.ts'
import { type CheckFacts, checkRecipe } from './check-recipe.ts'

/** The server's faults belong to one text and are cleared by its next change. */
export const setServerFaults = StateEffect.define<readonly Fault[]>()

const serverFaults = StateField.define<readonly Fault[]>({
  create: () => [],
  update(faults, transaction) {
    for (const effect of transaction.effects) if (effect.is(setServerFaults)) return effect.value
    return transaction.docChanged ? [] : faults
  },
})

const parseFault = jsonParseLinter()

export function findDiagnostics(
  state: EditorState,
  view?: EditorView,
  facts: CheckFacts = {},
): Diagnostic[] {
  const text = state.doc.toString()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return view ? parseFault(view) : []
  }
  const tree = ensureSyntaxTree(state, text.length, 200) ?? syntaxTree(state)
  const mark = (fault: Fault, source: string): Diagnostic => ({
    ...findJsonPlace(tree, text, parseJsonPath(fault.path)),
    severity: 'error',
    message: fault.path ? `${fault.path} ${fault.message}` : fault.message,
    source,
  })
  const fromServer = state.field(serverFaults, false) ?? []
  return [
    ...fromServer.map((fault) => mark(fault, 'server')),
    // Skip a fault at a place that has a server fault.
    ...checkRecipe(value, facts)
      .filter((fault) => !fromServer.some((one) => one.path === fault.path))
      .map((fault) => mark(fault, 'schema')),
  ].toSorted((a, b) => a.from - b.from)
}

/** `facts` are asked at each look, because the server's answer may come after the editor. */
export function markFaults(facts: () => CheckFacts): Extension {
  return [
    serverFaults,
    linter((view) => findDiagnostics(view.state, view, facts()), {
      delay: 300,
      needsRefresh: (update) =>
        update.startState.field(serverFaults) !== update.state.field(serverFaults),
    }),
  ]
}
