/** Saves a file from memory through the browser's downloads. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  // The download starts after this task; a minute is enough to open the data.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
