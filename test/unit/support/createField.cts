import type { SettingField } from '../../../nodes/Postiz/networks/networkTypes';

/** A text setting, save for what is given. */
export const createField = (name: string, more: Partial<SettingField> = {}): SettingField => ({
	displayName: name[0].toUpperCase() + name.slice(1),
	name,
	type: 'string',
	default: '',
	...more,
});
