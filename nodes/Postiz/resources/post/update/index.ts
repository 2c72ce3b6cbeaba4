import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { WholePost } from '../../../calendar/row';
import { buildSettings, findSettingFiles } from '../../../channels/settings';
import { filesOf, readMediaList } from '../../../media/fileSource';
import { Uploads } from '../../../media/uploads';
import { findProvider } from '../../../providers';
import type { Provider, SettingField } from '../../../providers/types';
import { openFiles } from '../../../publishing/plan/plan';
import { refusePast, toServiceDate } from '../../../values/date';
import { listNames } from '../../../values/lists';
import { Problem, quote } from '../../../values/problem';
import {
	idIn,
	isEmpty,
	parseJson,
	readBoolean,
	readObject,
	readOption,
	readOptions,
	readText,
	unwrap,
} from '../../../values/read';
import { readId } from '../../shared/ids';
import { forEachItemOnce } from '../../shared/once';
import type { Operation } from '../../shared/operation';
import { PostChanger } from '../shared/change/changer';
import { Changes } from '../shared/change/changes';
import { mergePost, withChannels, type PostChange } from '../shared/change/merge';
import { STATE_OF, type WantedState } from '../shared/change/wantedPost';
import { readDays, readSegment, readTags, readTextFormat } from '../shared/fields';
import { REMOVABLE, updateFields, type Entered } from './fields';
import { StateChanges } from './state';

/** Post: Update (docs/api.md, Changing a post). */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update the text, date or state of a post',
	description:
		'Change a post that is not out yet, by post ID: its text, date, files or settings, or whether it is a draft',
	properties: updateFields,
	execute: async (context, client, { done, files, unclear, unclearPosts }) => {
		const uploads = new Uploads(context, client, 'postMedia', files);
		const changer = new PostChanger(client, uploads);
		const changes = new Changes(context, changer, unclearPosts);
		const states = new StateChanges(context, client, changer, unclear);
		const timezone = context.getTimezone();
		const output = await forEachItemOnce(context, done, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId');
			const { changeFor, order, isOnlyState, allowsPast } = readChange(context, itemIndex);
			// An older instance changes the state with all of the post.
			const changed = order && isOnlyState ? await states.make(itemIndex, id, order) : undefined;
			if (changed) return [changed];
			const key = String(itemIndex);
			const finished = await changes.finish(key);
			if (finished) return [finished];
			changes.refuseUnclear(id);
			const { integration } = (await changer.finder.read(id)).listed;
			const change = changeFor(integration?.providerIdentifier ?? '');
			const { media = [], thread = [], settings } = change;
			const parts = [{ text: '', files: media }, ...thread];
			const named = { parts, settingFiles: settings?.settingFiles ?? {} };
			const opened = await openFiles([named], uploads);
			const want = async (before: WholePost) => {
				const found = await withChannels(before, change, client);
				return mergePost(before, found, { opened, now: Date.now(), timezone, allowsPast });
			};
			// A mistake must not cost an upload.
			if (opened.size > 0) await changer.plan(id, want);
			await uploads.references(opened.values());
			// The uploads took their time: the post may have changed or gone out meanwhile.
			return [await changes.make(key, id, want)];
		});
		changes.addHints();
		return output;
	},
};

/** What an item wants to change, on the network of its post. Throws {@link Problem}, as `changeFor` does. */
function readChange(context: IExecuteFunctions, itemIndex: number) {
	const given = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const binary = filesOf(context.getInputData()[itemIndex]);
	const { segment: segments = [] } = Object(given.thread) as { segment?: IDataObject[] };
	const text = readText(given.content, 'Text');
	const media = readMediaList(given.media, binary);
	const tags = readTags(given.tags);
	const thread = segments.map((segment, index) => readSegment(segment, index, binary));
	const timezone = context.getTimezone();
	const settings = readSettings(given, binary, timezone);
	const date = isEmpty(given.date) ? undefined : toServiceDate(given.date, timezone);
	const { allowPastDates, allowPublished } = context.getNodeParameter(
		'options',
		itemIndex,
		{},
	) as IDataObject;
	const allowsPast = readBoolean(allowPastDates, 'Allow Past Dates');
	const allowsPublished = readBoolean(allowPublished, 'Allow Published Posts');
	if (date && !allowsPast) refusePast(date, Date.now(), { timezone, canAllow: true });
	const state = readState(given.state);
	const entered: Entered = {
		...(date && { date }),
		...(!isEmpty(text) && { text }),
		...(media.length > 0 && { media }),
		...(thread.length > 0 && { thread }),
		...(tags.length > 0 && { tags }),
		...(!isEmpty(given.inter) && { inter: readDays(given.inter) }),
		...(state && { state }),
	};
	const all = { ...entered, ...readRemoved(given.remove, entered) };
	if (Object.keys(all).length === 0 && !settings) {
		throw new Problem(
			'Nothing to change',
			'Add what to change under Update Fields. What is left empty stays as it is. With an expression, check that every item has a value.',
			{ forModel: 'Give at least one new value, such as a text or a date.' },
		);
	}
	const format = readTextFormat(context, given.contentFormat);
	return {
		changeFor: (network: string): PostChange => ({
			...all,
			format,
			settings: settings?.(network),
		}),
		order: state && { state, allowsPast, allowsPublished },
		isOnlyState: Object.keys(all).length === 1 && !settings,
		allowsPast,
	};
}

/** Undefined if it is empty; also as requests have it. Throws {@link Problem}. */
function readState(entered: unknown): WantedState | undefined {
	const chosen = unwrap(entered);
	if (isEmpty(chosen)) return undefined;
	const states = Object.keys(STATE_OF) as WantedState[];
	return chosen === 'schedule' ? 'scheduled' : readOption(chosen, states, 'State');
}

/** What is to be removed. Throws {@link Problem} for what is also entered. */
function readRemoved(names: unknown, entered: Entered): Entered {
	const removed = readOptions(names, [...REMOVABLE.keys()], 'Remove').map((name) => {
		const [label, change] = REMOVABLE.get(name)!;
		if (Object.keys(change).some((key) => key in entered)) {
			throw new Problem(
				`${label} is both entered and removed`,
				'Remove it from Remove to change it, or leave it empty to remove it.',
			);
		}
		return change;
	});
	return Object.assign({}, ...removed) as Entered;
}

/** What settings are to be on a network; undefined if all stay. Both throw {@link Problem}. */
function readSettings(given: IDataObject, binary: IBinaryKeyData, timezone: string) {
	const { setting = [] } = Object(given.settings) as { setting?: IDataObject[] };
	const entries = setting.flatMap(({ key: entered, value: chosen }) => {
		const key = idIn(entered);
		const value = unwrap(chosen);
		if (isEmpty(value)) return [];
		if (key !== '') return [[key, value] as const];
		throw new Problem(
			'Network Settings: no setting is selected',
			'Enter the key of the setting: Post > Get returns those of a post under “settings”.',
		);
	});
	const json = readObject(given.settingsJson, 'Network Settings (JSON)');
	if (entries.length + Object.keys(json).length === 0) return undefined;
	return (identifier: string): PostChange['settings'] => {
		const provider = findProvider(identifier);
		if (!provider) {
			const known = Object.fromEntries(entries.map(([key, value]) => [key, readJsonText(value)]));
			return { settings: { ...known, ...json } as IDataObject, settingFiles: {} };
		}
		const values = Object.fromEntries(
			entries.map(([key, value]) => {
				const field = findField(provider, key);
				return [field.name, readSetting(field, value)];
			}),
		) as IDataObject;
		// Said to be the form of this network, so that no default is added to what was entered.
		const form = { ...values, settings: values, provider: identifier };
		const settings = buildSettings(identifier, provider, form, { json, timezone });
		const place = provider.displayName;
		return { settings, settingFiles: findSettingFiles(provider, form, { json, place, binary }) };
	};
}

/** The setting of a network by its key, or by its name in the form. */
function findField({ displayName: network, fields }: Provider, key: string): SettingField {
	const word = key.toLowerCase();
	const field =
		fields.find(({ name }) => name === key) ??
		fields.find(({ displayName }) => displayName.toLowerCase() === word);
	if (field) return field;
	const names = fields.map(({ displayName, name }) => `${displayName} (${name})`);
	throw new Problem(
		`${network} has no setting ${quote(key)}`,
		names.length > 0
			? `It has ${listNames(names)}. Use Network Settings (JSON) for any other.`
			: 'Use Network Settings (JSON) for a setting that the node does not know.',
	);
}

/** A value that was entered as text, as the form of the network would hold it. */
function readSetting(field: SettingField, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	return field.nested ? readJsonText(value) : value;
}

function readJsonText(value: unknown): unknown {
	const isJson = typeof value === 'string' && /^\s*[{[]/.test(value);
	return isJson ? parseJson(value, 'Network Settings') : value;
}
