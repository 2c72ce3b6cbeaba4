import { listPostFiles } from '../../../posts/postFiles';
import type { PlannedUpdate } from '../../../posts/postUpdate';
import type { Run } from '../../../posts/run/run';

/**
 * Uploads the new files of an update. True if there were any: meanwhile, the post may have been edited or published, so
 * plan the update again. Throws {@link Problem}.
 */
export async function uploadNewFiles(
	{ changed, post }: PlannedUpdate,
	{ uploads }: Pick<Run, 'uploads'>,
): Promise<boolean> {
	const files = listPostFiles(post);
	const areUploaded = files.every(({ reference, cover }) => reference && !cover);
	if (changed.length === 0 || areUploaded) return false;
	await uploads.uploadAll(files);
	return true;
}
