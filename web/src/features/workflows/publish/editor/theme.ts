import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The page's own colour tokens, so that one theme serves light and dark. */
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '500' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--accent)' },
  {
    tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket],
    color: 'var(--muted)',
  },
  { tag: tags.invalid, color: 'var(--danger)' },
])

const chrome = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)', height: '100%', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono, monospace)', lineHeight: '1.65' },
  '.cm-content': { caretColor: 'var(--accent)', paddingBlock: '14px' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--muted)',
    border: 'none',
    paddingLeft: '6px',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--sunken)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
    { backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent) !important' },
  '.cm-content ::selection': { color: 'inherit' },
  '.cm-matchingBracket': {
    backgroundColor: 'var(--accent-wash)',
    outline: '1px solid var(--line)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    overflow: 'hidden',
    boxShadow: 'var(--lift-high)',
    maxWidth: 'min(28rem, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--ink)',
    color: 'var(--ground)',
  },
  '.cm-completionDetail': { opacity: '0.75', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': { padding: '8px 12px', maxWidth: '22rem' },
  '.cm-diagnostic': { padding: '6px 12px', borderLeft: '3px solid var(--danger)' },
  '.cm-diagnosticSource': { display: 'none' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-lint-marker-error': {
    content: 'none',
    width: '7px',
    height: '7px',
    margin: '7px 0 0 3px',
    borderRadius: '50%',
    backgroundColor: 'var(--danger)',
  },
})

export const editorTheme: Extension = [chrome, syntaxHighlighting(colours)]
