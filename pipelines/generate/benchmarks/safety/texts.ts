// The texts of ZenSafety by language.
import type {Language, LanguageTexts} from "./parts.js";
import {ar} from "./texts/ar.js";
import {de} from "./texts/de.js";
import {en} from "./texts/en.js";
import {es} from "./texts/es.js";
import {fr} from "./texts/fr.js";
import {zh} from "./texts/zh.js";

export const texts: Readonly<Record<Language, LanguageTexts>> = {en, zh, es, fr, de, ar};
