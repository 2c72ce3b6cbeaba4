import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { checkGivenSettings } from '../../post/checks';
import { changeFields, OTHER } from '../../post/form';
import { filesOf, type NamedFile } from '../../post/media';
import { Problem } from '../../post/problem';
import { buildSettings, parseSettingsJson } from '../../post/settings';
import type { ImageRef } from '../../post/types';
import { quote } from '../../post/values';
import { findProvider } from '../../providers';
import { errorDetail } from '../../transport/errors';
import { Uploads } from '../../transport/upload';
import { postField, readId, unknownId } from '../ids';
import { forEachItem } from '../items';
import type { Operation } from '../types';
import { previewFiles, readSettingFiles, uploadFiles } from './itemFiles';

/** Post: Update Settings (API: PUT /posts/{id}/settings). */
export const updateSettings: Operation = {
	option: {
		name: 'Update Settings',
		value: 'updateSettings',
		action: 'Update the settings of a post',
		description:
			'Change settings of a post that has not gone out yet, such as its title, board or who can reply; the others stay as they are. By post ID (from Post > Create or Post > Get Many).',
	},
	properties: [postField('The scheduled or drafted post to change'), ...changeFields()],
	execute: async (context, client) => {
		const uploads = new Uploads(context, client);
		return await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const settings = await readSettings(context, itemIndex, uploads);
			const answer = await client.request<{ publishDate?: string } | undefined>({
				method: 'PUT',
				path: `/posts/${encodeURIComponent(id)}/settings`,
				body: { settings },
				itemIndex,
				explain: (refused) =>
					unknownId('post', id)(refused) ??
					(refused.status === 400
						? {
								message: `Postiz did not change the settings: ${errorDetail(refused.body)}`,
								description:
									'Only posts that have not gone out yet can be changed, and only with settings that their network knows. Check the Network and the values.',
							}
						: undefined),
			});
			return [{ id, publishDate: answer?.publishDate ?? null, settings }];
		});
	},
};

async function readSettings(
	context: IExecuteFunctions,
	itemIndex: number,
	uploads: Uploads,
): Promise<IDataObject> {
	const chosen = readId(context, itemIndex, 'provider', 'Network');
	const settings =
		chosen === OTHER
			? parseSettingsJson(context.getNodeParameter('settingsJson', itemIndex, '{}'))
			: await readForm(context, itemIndex, chosen, uploads);
	if (Object.keys(settings).length === 0) {
		throw new Problem('No setting is given', 'Add the settings to change under Settings.');
	}
	return settings;
}

const IS_EMPTY = 'is empty. Fill it in, or take it out to leave it as it is';

async function readForm(
	context: IExecuteFunctions,
	itemIndex: number,
	identifier: string,
	uploads: Uploads,
): Promise<IDataObject> {
	const provider = findProvider(identifier);
	if (!provider) {
		throw new Problem(
			`The node knows no network ${quote(identifier)}`,
			'Choose Other (Settings as JSON) and enter the settings there.',
		);
	}
	const entered = context.getNodeParameter('settings', itemIndex, {}) as IDataObject;
	// Said to be the form of this network, so that no default is added to what was entered.
	const form = { ...entered, settings: entered, provider: identifier };
	const media = { uploads, itemIndex, downloadAllowed: false };
	const binary = filesOf(context.getInputData()[itemIndex]);
	const target = { provider, identifier, label: provider.displayName };
	const files = readSettingFiles(target, form, binary);
	const build = (references: Map<NamedFile, ImageRef>) => {
		const settings: IDataObject = buildSettings(identifier, provider, form, {}, (_value, field) =>
			references.get(files.get(field) as NamedFile),
		);
		// The post keeps its network.
		delete settings.__type;
		return settings;
	};
	const preview = build(await previewFiles(media, [...files.values()]));
	const problems = [
		...provider.fields
			.filter(({ name }) => name in entered && !(name in preview))
			.map(({ displayName }) => ({ field: displayName, message: IS_EMPTY })),
		...checkGivenSettings(provider, preview),
	];
	if (problems.length > 0) {
		throw new Problem(
			problems.map(({ field, message }) => `${field} ${message}`).join('. '),
			'Nothing was changed. Settings that this node does not know yet can be given as JSON: choose Other (Settings as JSON) as Network.',
		);
	}
	return build(await uploadFiles(media, [...files.values()]));
}
