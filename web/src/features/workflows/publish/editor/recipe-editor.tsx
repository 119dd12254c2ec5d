import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { ProviderView } from '@vignette/contract/app.ts'
import type { PriceRules } from '@vignette/contract/price-floor.ts'
import { useEffect, useRef } from 'react'
import type { Fault } from '../fault.ts'
import { completeRecipe } from './complete-recipe.ts'
import { markFaults, setServerFaults } from './mark-faults.ts'
import { editorTheme } from './theme.ts'

interface RecipeEditorProps {
  value: string
  onChange: (text: string) => void
  faults: readonly Fault[]
  providers: readonly ProviderView[]
  label: string
  prices: PriceRules
  /** A draft may leave out what the server fills in. */
  isDraft?: boolean
  /** Where the cursor goes; each new object moves it again. */
  goTo?: { at: number } | undefined
}

/** Tab moves the focus out, so that the keyboard can leave the editor; Ctrl+Space completes. */
export function RecipeEditor({
  value,
  onChange,
  faults,
  providers,
  label,
  goTo,
  prices,
  isDraft = false,
}: RecipeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ onChange, providers, value, prices, isDraft })
  useEffect(() => {
    latest.current = { onChange, providers, value, prices, isDraft }
  })

  useEffect(() => {
    if (!host.current) return
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          json(),
          markFaults(() => latest.current),
          autocompletion({ override: [completeRecipe(() => latest.current.providers)] }),
          keymap.of([
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...lintKeymap,
            ...foldKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': label,
            spellcheck: 'false',
            tabindex: '0',
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
          editorTheme,
        ],
      }),
    })
    view.current = editor
    return () => {
      view.current = undefined
      editor.destroy()
    }
  }, [label])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    // One change, so that Undo restores the text before an example or Format JSON.
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: setServerFaults.of(faults) })
  }, [faults])

  useEffect(() => {
    const editor = view.current
    if (!editor || !goTo) return
    const anchor = Math.min(goTo.at, editor.state.doc.length)
    editor.dispatch({ selection: { anchor }, scrollIntoView: true })
    editor.focus()
  }, [goTo])

  return <div ref={host} className="h-full" />
}
