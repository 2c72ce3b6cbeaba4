import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { checkGivenSettings } from '../../channels/checkSettings';
import { changeFields } from '../../channels/entryFields';
import { OTHER } from '../../channels/fields';
import { buildSettings, parseSettingsJson, readSettingFiles } from '../../channels/settings';
import { filesOf, findFiles } from '../../media/fileSource';
import { toPreview, Uploads, type CheckedFile } from '../../media/uploads';
import { findProvider } from '../../providers';
import { errorDetail } from '../../transport/explain';
import type { ImageRef } from '../../transport/types';
import { Problem } from '../../values/problem';
import { quote } from '../../values/quote';
import { continuesOnError } from '../shared/continuesOnError';
import { postField, readId, unknownId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** Post: Update Settings (docs/api.md, Settings of a post). */
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
		const uploads = new Uploads(context, client, {
			takes: 'postMedia',
			continuesOnError: continuesOnError(context),
		});
		return await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const settings = await readSettings(context, itemIndex, uploads);
			const answer = await client.request<{ publishDate?: string } | undefined>({
				method: 'PUT',
				path: `/posts/${encodeURIComponent(id)}/settings`,
				body: { settings },
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
	const settings: IDataObject = buildSettings(identifier, provider, form);
	// The post keeps its network.
	delete settings.__type;
	const binary = filesOf(context.getInputData()[itemIndex]);
	const names: string[] = [];
	const files: CheckedFile[] = [];
	for (const { field, files: named } of readSettingFiles(provider, form, {
		place: provider.displayName,
	})) {
		const label = `${provider.displayName}: ${field.displayName}`;
		const sources = findFiles(named, binary, label);
		if (sources.length > 1) throw new Problem(`${label} takes one file`, 'Name only one.');
		names.push(field.name);
		files.push(...(await uploads.checkAll(sources)));
	}
	const withFiles = (references: ImageRef[]): IDataObject => ({
		...settings,
		...Object.fromEntries(
			references.map(({ id, path }, index) => [names[index], { id, path }] as const),
		),
	});
	const preview = withFiles(files.map(toPreview));
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
	return withFiles(await uploads.references(files));
}
