import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { CalendarPost } from '../../../calendar/post';
import { Abilities } from '../../../channels/abilities';
import { buildSettings, findSettingFiles } from '../../../channels/settings';
import { isSameNetwork } from '../../../channels/targets';
import { filesOf, parseMediaList } from '../../../media/fileSource';
import { Uploads } from '../../../media/uploads';
import { findProvider, providerName } from '../../../providers';
import { STATE_OF, type WantedState } from '../../../publishing/change/types';
import { PostChanger } from '../../../publishing/change/changer';
import { refuseDuplicates } from '../../../publishing/plan/formPosts';
import { pastDateProblem, toServiceDate } from '../../../values/date';
import { listNames } from '../../../values/lists';
import { Problem } from '../../../values/problem';
import {
	isEmpty,
	isObject,
	parseObject,
	parseOption,
	parseOptions,
	parseText,
	unwrap,
} from '../../../values/read';
import { postField } from '../../shared/ids';
import { forEachItemOnce } from '../../shared/once';
import { addHint, type Operation } from '../../shared/operation';
import { Changes } from '../shared/changes';
import { readTextFormat, readThread, repeat, tags as tagsField } from '../shared/fields';
import { parseNetworkSettings } from '../shared/networkSettings';
import { changeOf, type Entered, type UpdateForm } from './changeOf';
import { OPTIONS, REMOVABLE, updateFields } from './fields';

/** Post: Update (docs/api.md, Changing a post). */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update text, date or state of post',
	description:
		'Change a post that is not published yet, by post ID: its text, date, files or settings, or whether it is a draft',
	properties: updateFields,
	execute: async (context, client, { done, files, unclearPosts }) => {
		const timezone = context.getTimezone();
		const uploads = new Uploads(context, client, 'postMedia', files);
		const abilities = new Abilities(client);
		const changer = new PostChanger(client, { uploads, abilities, timezone });
		const changes = new Changes(context, changer, unclearPosts);
		const unused = new Set<string>();
		const used = new Set<string>();
		const output = await forEachItemOnce(context, done, async (itemIndex) => {
			const id = postField.readItem(context, itemIndex);
			const { formFor, networks } = readForm(context, itemIndex);
			const what = async (before: CalendarPost) => {
				const network = before.integration?.providerIdentifier ?? '';
				for (const one of networks) (isSameNetwork(one, network) ? used : unused).add(one);
				return await changeOf(before, formFor(network), { client, uploads, timezone });
			};
			return [await changes.make(String(itemIndex), id, what)];
		});
		changes.addHints();
		const left = [...unused].filter((network) => !used.has(network)).map(providerName);
		if (left.length > 0) {
			const what = `Network Settings for ${listNames(left)} were not used: no post is there.`;
			addHint(context, what, '');
		}
		return output;
	},
};

/** Reads the form of an item, which depends on the network of its post. Throws {@link Problem}, like `formFor`. */
function readForm(context: IExecuteFunctions, itemIndex: number) {
	const given = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const binary = filesOf(context.getInputData()[itemIndex]);
	const { segment: segments = [] } = Object(given.thread) as { segment?: IDataObject[] };
	const text = parseText(given.content, 'Text');
	const media = parseMediaList(given.media, binary);
	const tags = tagsField.read(given);
	const inter = repeat.read(given);
	const thread = readThread(segments, binary);
	const timezone = context.getTimezone();
	const json = parseObject(given.settingsJson, 'Network Settings (JSON)');
	const { settingsFor, networks } = readSettings(context, itemIndex, json);
	const hasSettings = networks.length + Object.keys(json).length > 0;
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const order = OPTIONS.dateOrder.read(options);
	const date = isEmpty(given.date) ? undefined : toServiceDate(given.date, timezone, { order });
	const allowsPast = OPTIONS.allowPastDates.read(options);
	const allowsPublished = OPTIONS.allowPublished.read(options);
	const past = date && !allowsPast && pastDateProblem(date, Date.now(), timezone);
	if (past) throw past;
	const state = readState(given.state);
	const entered: Entered = {
		...(date && { date }),
		...(!isEmpty(text) && { text }),
		...(media.length > 0 && { media }),
		...(thread.length > 0 && { thread }),
		...(tags.length > 0 && { tags }),
		...(inter !== undefined && { inter }),
		...(state && { state }),
	};
	const all = { ...entered, ...readRemoved(given.remove, entered) };
	const count = Object.keys(all).length;
	if (count === 0 && !hasSettings) {
		throw new Problem(
			'Nothing to change',
			'Add what to change under Update Fields or Network Settings. What is left empty stays as it is. With an expression, check that every item has a value.',
			{ forModel: 'Give at least one new value, such as a text or a date.' },
		);
	}
	const format = readTextFormat(context, given);
	return {
		formFor: (network: string): UpdateForm => {
			const own = settingsFor(network);
			if (count > 0 || Object.keys({ ...own.settings, ...own.settingFiles }).length > 0) {
				return { entered: all, format, ...own, allowsPast, allowsPublished };
			}
			throw new Problem(
				`Nothing to change: the post is on ${providerName(network)}`,
				`Network Settings have values for ${listNames(networks.map(providerName))} only. Add an entry for ${providerName(network)}, or choose another post.`,
			);
		},
		/** The networks that Network Settings have values for. */
		networks,
	};
}

/** Undefined if empty. Also accepts the API's words. Throws {@link Problem}. */
function readState(entered: unknown): WantedState | undefined {
	const chosen = unwrap(entered);
	if (isEmpty(chosen)) return undefined;
	const states = Object.keys(STATE_OF) as WantedState[];
	return chosen === 'schedule' ? 'scheduled' : parseOption(chosen, states, 'State');
}

/** What to remove. Throws {@link Problem} if it is also entered. */
function readRemoved(names: unknown, entered: Entered): Entered {
	const removed = parseOptions(names, [...REMOVABLE.keys()], 'Remove').map((name) => {
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

/** Settings for a network, from Network Settings and `json`, and the networks with values. Throws {@link Problem}. */
function readSettings(context: IExecuteFunctions, itemIndex: number, json: IDataObject) {
	const binary = filesOf(context.getInputData()[itemIndex]);
	const timezone = context.getTimezone();
	const entries = parseNetworkSettings(context, itemIndex, binary);
	refuseDuplicates(entries);
	const settingsOf = (network: string, more: IDataObject) => {
		const entry = entries.find(({ identifier }) => isSameNetwork(identifier, network));
		const provider = findProvider(network);
		const { form = {}, place = 'Network Settings' } = entry ?? {};
		const values = { ...withoutEmpty(form), ...(isObject(form.settings) && form.settings) };
		// The entry already has values of this network, so no defaults are added.
		const entered = { ...values, settings: values, provider: network } as IDataObject;
		const all = { ...entry?.json, ...more };
		return {
			settings: buildSettings(network, provider, entered, { json: all, timezone }),
			settingFiles: findSettingFiles(provider, entered, { json: all, place, binary }),
		};
	};
	const hasValues = (network: string) => {
		const { settings, settingFiles } = settingsOf(network, {});
		return Object.keys({ ...settings, ...settingFiles }).length > 0;
	};
	return {
		settingsFor: (network: string) => settingsOf(network, json),
		networks: entries.map(({ identifier }) => identifier).filter(hasValues),
	};
}

const withoutEmpty = (form: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(form).filter(([, value]) => !isEmpty(unwrap(value))));
