// Files and folders that need not be there.

/**
 * What is read, or `undefined` where there is no such file or folder.
 * @throws any other fault of the file system
 */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
