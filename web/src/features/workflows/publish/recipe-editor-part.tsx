import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The JSON editor with its own chunk; the mark lets pages that do not use it leave it out. */
export const RecipeEditor = /* @__PURE__ */ lazyPart(
  async () => (await import('./editor/recipe-editor.tsx')).RecipeEditor,
)
