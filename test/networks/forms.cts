/**
 * Forms of each network and the settings that must arrive: once with only the required fields, once with all. Made from
 * the table of networks alone.
 */
import type { Files, Network } from './network.cjs';
import {
	listRequiredKeys,
	listEffectiveSettings,
	type Setting,
	type SettingGroup,
} from './settingBuilders.cjs';
import { networks } from './table.cjs';

type Values = Record<string, unknown>;

/** A form of a network. */
export interface NetworkForm {
	/** The value of the network in the form. */
	network: string;
	/** The identifier of its channel. */
	identifier: string;
	kind: 'smallest' | 'fullest';
	/** The fields of its entry in Network Settings, besides the network and the channel. */
	form: Values;
	/** The settings that arrive, without `__type`. */
	settings: Values;
	files?: Files;
}

/** Form values, and the settings that are sent. */
interface Filled {
	/** Required fields, pickers and groups, which are beside the channel. */
	beside: Values;
	/** All other fields. */
	optional: Values;
	sent: Values;
}

/** Other channels depend on the workspace. */
const isAboutOthers = (name: string) => name.startsWith('plug--');

function fillIn(
	setting: Setting,
	isFullest: boolean,
	choice?: string,
): [entered: unknown, sent: unknown] {
	if (!setting.inside) {
		const chosen = setting.entered.find(([, sent]) => choice !== undefined && sent === choice);
		return chosen ?? setting.entered.at(isFullest ? -1 : 0)!;
	}
	const entries = setting.inside.isList && isFullest ? [false, true] : [isFullest];
	const filled = entries.map((full) => fillAll(setting.inside!, full));
	const forms = filled.map(({ beside, optional }) => ({ ...beside, ...optional }));
	return setting.inside.isList
		? [{ entry: forms }, filled.map(({ sent }) => ({ value: sent }))]
		: [{ entry: forms[0] }, filled[0].sent];
}

function fillAll(settings: SettingGroup, isFullest: boolean): Filled {
	const { needed = [], fullest = {} } = settings;
	const always = listRequiredKeys(settings);
	const [, required = []] = needed.find(([given]) => Object.keys(given).length === 0) ?? [];
	const isRequired = ([name, { label }]: [string, Setting]) =>
		always.includes(name) || required.includes(label);
	const filledSettings = Object.entries(listEffectiveSettings(settings))
		.filter(([name]) => !isAboutOthers(name))
		.filter((entry) => isFullest || isRequired(entry));
	const filled: Filled = { beside: {}, optional: {}, sent: {} };
	for (const [name, setting] of filledSettings) {
		const [entered, sent] = fillIn(setting, isFullest, isFullest ? fullest[name] : undefined);
		const isBeside = isRequired([name, setting]) || setting.channelTool || setting.inside;
		(isBeside ? filled.beside : filled.optional)[name] = entered;
		Object.assign(filled.sent, setting.beside, { [name]: sent });
	}
	return filled;
}

function createForms(network: string, written: Network): NetworkForm[] {
	const { alias, files } = written;
	const fill = (kind: NetworkForm['kind'], identifier: string): NetworkForm => {
		const { beside, optional, sent } = fillAll(written, kind === 'fullest');
		const hasOptional = Object.keys(optional).length > 0;
		const form = { ...beside, ...(hasOptional && { settings: optional }) };
		return { network, identifier, kind, form, settings: sent, files };
	};
	const own = alias ?? network;
	return [
		fill('smallest', own),
		fill('fullest', own),
		// Some instances call it like this.
		...(alias ? [fill('smallest', network)] : []),
	];
}

/** Every network in its smallest and its fullest form. */
export const networkForms: NetworkForm[] = Object.entries(networks).flatMap(([network, written]) =>
	createForms(network, written),
);

/** The form of a network's channel, by the identifier of either. Throws if there is none. */
export function findNetworkForm(
	network: string,
	kind: NetworkForm['kind'] = 'smallest',
): NetworkForm {
	const found = networkForms.find(
		(form) => form.kind === kind && [form.network, form.identifier].includes(network),
	);
	if (!found) throw new Error(`There is no network ${network}`);
	return found;
}

/** The name of a form, for tests. */
export const formatFormTitle = ({ network, identifier, kind }: NetworkForm): string =>
	`${networks[network].name} (${identifier}), ${kind}`;
