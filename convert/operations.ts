import { isEmpty } from '../nodes/Postiz/values/read';
import { createPost } from './createPost';
import { isExpression } from './expressions';
import { byId } from './settings';
import type { Json, Note, Operation } from './types';

/** What takes the place of each operation of the old node. */
export const operations: Record<string, Operation> = {
	createPost,
	deletePost: ({ postId = '' }) => ({
		resource: 'post',
		operation: 'delete',
		postId: byId(postId),
	}),
	getIntegrations: () => ({ resource: 'integration', operation: 'list', returnAll: true }),
	uploadFile,
};

/** The operation that the old node had if none is saved: its preset. */
export const DEFAULT_OPERATION = 'createPost';

const WHOLE_BINARY = /^=\{\{\s*\$binary\s*\}\}$/;

/** Upload File, as Media: Upload File. */
export function uploadFile(parameters: Json, note: Note): Json {
	const { binaryProperty, binaryPropertyName } = parameters;
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
