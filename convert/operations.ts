import { isEmpty } from '../nodes/Postiz/values/read';
import { isExpression } from './expressions';
import type { Output } from './outputs';
import { byId } from './settings';
import type { Json, Note } from './types';

/** What comes out of an operation otherwise than before, of the older node and of the same call by HTTP. */
export const OUTPUTS: Record<'created' | 'deleted', Output> = {
	created: {
		fields: { integration: { path: 'channelId' } },
		others: 'kept',
		missed: [
			'The channel’s ID is now called channelId in its output; it was integration',
			'Write channelId there instead of integration.',
		],
	},
	deleted: {
		// Postiz says “error: true” of what it deleted.
		fields: { error: { path: 'deleted' } },
		others: 'kept',
		missed: [
			'Its output is now postId and deleted; it was an error that meant no failure',
			'Look at “deleted” there instead.',
		],
	},
};

/** Post > Delete. */
export const deletePost = (postId: unknown = ''): Json => ({
	resource: 'post',
	operation: 'delete',
	postId: byId(postId),
});

/** Channel > Get Many, with the names of Postiz if the nodes behind it may read them. */
export const listChannels = (isRead: boolean, group?: unknown): Json => ({
	resource: 'integration',
	operation: 'list',
	returnAll: true,
	...(!isEmpty(group) && { filters: { group } }),
	...(isRead && { simplify: false }),
});

const WHOLE_BINARY = /^=\{\{\s*\$binary\s*\}\}$/;

/** Media > Upload File. */
export function uploadFile({ binaryProperty, binaryPropertyName }: Json, note: Note): Json {
	const upload = { resource: 'upload', operation: 'file' };
	if (isEmpty(binaryProperty) && !isEmpty(binaryPropertyName)) {
		note(
			'todo',
			'It uploads a file that stands as text (base64) in a field, as the first versions of the old node did. The new node uploads files of the item',
			'Put the node Convert to File (Move Base64 String to File) before it, and leave Binary Field at data.',
		);
		return upload;
	}
	// A version in between took all files of the item from an expression, and sent the one called data.
	if (isEmpty(binaryProperty) || WHOLE_BINARY.test(String(binaryProperty))) {
		return { ...upload, binaryField: 'data' };
	}
	if (!isExpression(binaryProperty) && String(binaryProperty).includes(',')) {
		note(
			'todo',
			`Its file is in the field “${String(binaryProperty)}”, and the new node takes a comma for the end of a name`,
			'Give the field a name without a comma in the node before, and enter that under Binary Field.',
		);
	}
	return { ...upload, binaryField: binaryProperty };
}
