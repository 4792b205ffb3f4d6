export interface Command {
  readonly title: string
  /** Group of the command, shown next to its title. */
  readonly group: string
  /** Other words that find the command. */
  readonly words?: string
  /** Key that runs the command while the user is not typing. */
  readonly shortcut?: string
  readonly run: () => void
}

/**
 * Returns the commands that contain, for every typed word, a word that starts with it. Matches in titles come first.
 * Without text, all commands are returned.
 */
export function findCommands(text: string, commands: readonly Command[]): readonly Command[] {
  const typedWords = splitWords(text)
  const matches = (candidate: string) => {
    const words = splitWords(candidate)
    return typedWords.every((typed) => words.some((word) => word.startsWith(typed)))
  }
  const byTitle = commands.filter(({ title }) => matches(title))
  const byWords = commands.filter(
    (command) => !byTitle.includes(command) && matches(`${command.title} ${command.group} ${command.words ?? ''}`),
  )
  return [...byTitle, ...byWords]
}

function splitWords(text: string): readonly string[] {
  return text
    .toLocaleLowerCase('en')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
