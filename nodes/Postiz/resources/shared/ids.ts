import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { channelPicker } from '../../channels/fields';
import { isUnknownId } from '../../transport/explain';
import type { ApiAnswer } from '../../transport/types';
import { fitsAddress, idIn } from '../../values/id';
import { Problem, type Explanation } from '../../values/problem';
import { quote } from '../../values/quote';

/** The field that names the channel of an operation. */
export function channelField(description: string): INodeProperties {
	return { ...channelPicker, description };
}

/** The field that names the post of an operation. */
export function postField(description: string): INodeProperties {
	return {
		displayName: 'Post',
		name: 'postId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a post…',
				typeOptions: { searchListMethod: 'searchPosts', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. cmb1x2y3z0001abcd',
				hint: 'IDs come from Post > Create (postId) or Post > Get Many (id)',
			},
		],
	};
}

/**
 * The ID that a field names, whether picked, typed or from an expression. `label` is the field as
 * people see it. Throws {@link Problem} if there is none.
 */
export function readId(
	context: IExecuteFunctions,
	itemIndex: number,
	name: string,
	label: string,
): string {
	const id = idIn(context.getNodeParameter(name, itemIndex, ''));
	if (!fitsAddress(id)) {
		throw new Problem(`${label} cannot be ${quote(id)}`, 'Pick it from the list, or enter an ID.');
	}
	if (id === '') {
		throw new Problem(
			`${label} is empty`,
			'Pick it from the list, or enter an ID. With an expression, check that every item has one.',
		);
	}
	return id;
}

/** Explains the answers with which the service says that it knows no such channel or post. */
export function unknownId(
	what: 'channel' | 'post' | 'group',
	id: string,
): (answer: ApiAnswer) => Explanation | undefined {
	return (answer) =>
		isUnknownId(answer)
			? {
					message: `Postiz knows no ${what} with the ID ${quote(id)}`,
					description: WHERE_IDS_COME_FROM[what],
				}
			: undefined;
}

const WHERE_IDS_COME_FROM = {
	channel:
		'It may have been removed already. Channel > Get Many lists the channels with their IDs.',
	post: 'It may have been deleted already. Post > Get Many lists the posts with their IDs.',
	group: 'Its posts may have been deleted already. Post > Get Many shows the “group” of each post.',
};
