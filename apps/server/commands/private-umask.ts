/**
 * Permissions of new files. All commands create files that only their owner can read (0600, folders 0700), because the
 * data folder contains personal data and may be created by any command. The database contains email addresses, learned
 * speeds come from vehicle tracks, and zones and models belong to a customer.
 *
 * Two commands write files for other users or programs at a path that the user chooses, and use the user's umask there:
 * - `regions publish --to`: a web server, which runs as another user, serves the folder.
 * - `tiles export FILE`: the archive is a product, like the output of any other tool, and is often served as it is.
 *
 * `admin export-account --output` also writes to a path that the user chooses, but stays private, because the file
 * contains the data of an account.
 */
const PRIVATE_UMASK = 0o077

/** Umask of the user while a command runs. */
let userUmask = PRIVATE_UMASK

/** Runs a command whose new files only their owner can read. */
export async function withPrivateUmask<T>(command: () => Promise<T>): Promise<T> {
  userUmask = process.umask(PRIVATE_UMASK)
  try {
    return await command()
  } finally {
    process.umask(userUmask)
  }
}

/**
 * Runs the part of a command that writes files for other users. The umask applies to the whole process, so this part
 * must not write to the data folder.
 */
export async function withUserUmask<T>(work: () => Promise<T>): Promise<T> {
  process.umask(userUmask)
  try {
    return await work()
  } finally {
    process.umask(PRIVATE_UMASK)
  }
}
