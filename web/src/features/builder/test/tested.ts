/** What a test runs: the saved text of a draft, or the recipe as it is live. */
export interface Tested {
  kind: 'draft' | 'workflow'
  id: string
}
