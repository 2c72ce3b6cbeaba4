import { locks } from '../../common/processState';
import type { Run } from './run';

/** Runs a task that reads posts and then updates them, while no other task does: it would overwrite their changes. */
export const updateExclusively = async <T>(
	{ client }: Pick<Run, 'client'>,
	ids: string[],
	task: () => Promise<T>,
): Promise<T> =>
	await locks.runExclusively(
		ids.map((id) => JSON.stringify([client.baseUrl, 'update', id])),
		task,
	);
