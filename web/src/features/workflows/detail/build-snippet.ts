/** The HTML of a frame that shows a recipe on other sites; the recipe's name becomes the frame's title. */
export function buildSnippet(origin: string, { id, name }: { id: string; name: string }): string {
  const title = name.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  return `<iframe src="${origin}/embed/${id}" width="360" height="480" style="border:0;max-width:100%" loading="lazy" title="${title}"></iframe>`
}
