/** Waits until every task that can continue has done so. */
export const waitForTasks = async () => await new Promise((resolve) => setImmediate(resolve));

/** Tasks that end on request. */
export function createTasks() {
	const begun: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	const createWork = (name: string) => async () => {
		begun.push(name);
		await new Promise<void>((resolve, reject) =>
			ends.set(name, (error) => (error ? reject(error) : resolve())),
		);
		return name;
	};
	const end = async (name: string, error?: Error) => {
		ends.get(name)!(error);
		await waitForTasks();
	};
	return { begun, createWork, end };
}
