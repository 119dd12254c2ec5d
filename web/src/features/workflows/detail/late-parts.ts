// One chunk: what a recipe's page shows its creator or a buyer, or on a click.
export { EmbedDialog } from './embed-dialog.tsx'
export { EmbedSnippet } from './embed-snippet.tsx'
export { ReaderActions } from './reader-actions.tsx'
