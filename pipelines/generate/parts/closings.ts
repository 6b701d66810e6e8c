// The sentence that asks for reasoning and the label of the answer's line, at the end of questions in 22 languages.
import {AT_ONCE, THINK} from "../task.js";

interface Closing {
  /** ISO 639-1. */
  code: string;
  /** Asks for reasoning, then for a line of a form. */
  think: string;
  /** Asks for the line alone. */
  atOnce: string;
  /** The word for "answer" that begins the line, with its colon. */
  label: string;
  /** Descriptions of the line's content, by kind. */
  forms: Readonly<Record<AnswerKind, string>>;
}

const KINDS = ["digits", "words", "date", "weekday", "list", "name", "names"] as const;
export type AnswerKind = (typeof KINDS)[number];

const closing = (code: string, text: string): Closing => {
  const [think = "", atOnce = "", label = "", forms = ""] = text.split("\n").map(line => line.trim());
  const names = forms.split(" | ");
  return {code, think, atOnce, label, forms: Object.fromEntries(KINDS.map((kind, i) => [kind, names[i]!])) as Closing["forms"]};
};

/** By language. */
export const CLOSINGS: ReadonlyMap<string, Closing> = new Map(
  [
    closing(
      "en",
      `${THINK} with a line of the form
      ${AT_ONCE} with a line of the form
      Answer:
      digits | number in words, in English | YYYY-MM-DD | day of the week, in English | words, separated by commas | name | names, separated by commas`
    ),
    closing(
      "de",
      `Denke die Frage durch und schließe dann mit einer Zeile der Form
      Schreibe deine Überlegungen nicht auf, sondern schließe nur mit einer Zeile der Form
      Antwort:
      Ziffern | Zahl in Worten, auf Deutsch | JJJJ-MM-TT | Wochentag, auf Deutsch | Wörter, durch Kommas getrennt | Name | Namen, durch Kommas getrennt`
    ),
    closing(
      "fr",
      `Réfléchis bien, puis termine par une ligne de la forme
      N'écris pas ton raisonnement, termine seulement par une ligne de la forme
      Réponse :
      chiffres | nombre en toutes lettres, en français | AAAA-MM-JJ | jour de la semaine, en français | mots, séparés par des virgules | prénom | prénoms, séparés par des virgules`
    ),
    closing(
      "es",
      `Piénsalo bien y luego termina con una línea de la forma
      No escribas tu razonamiento, termina solo con una línea de la forma
      Respuesta:
      cifras | número en palabras, en español | AAAA-MM-DD | día de la semana, en español | palabras, separadas por comas | nombre | nombres, separados por comas`
    ),
    closing(
      "it",
      `Ragionaci bene, poi concludi con una riga della forma
      Non scrivere il tuo ragionamento, concludi soltanto con una riga della forma
      Risposta:
      cifre | numero in lettere, in italiano | AAAA-MM-GG | giorno della settimana, in italiano | parole, separate da virgole | nome | nomi, separati da virgole`
    ),
    closing(
      "pt",
      `Pense bem e depois termine com uma linha da forma
      Não escreva o seu raciocínio, termine apenas com uma linha da forma
      Resposta:
      algarismos | número por extenso, em português | AAAA-MM-DD | dia da semana, em português | palavras, separadas por vírgulas | nome | nomes, separados por vírgulas`
    ),
    closing(
      "nl",
      `Denk er goed over na en eindig dan met een regel van de vorm
      Schrijf je redenering niet op, eindig alleen met een regel van de vorm
      Antwoord:
      cijfers | getal in woorden, in het Nederlands | JJJJ-MM-DD | dag van de week, in het Nederlands | woorden, gescheiden door komma's | naam | namen, gescheiden door komma's`
    ),
    closing(
      "sv",
      `Tänk igenom frågan och avsluta sedan med en rad av formen
      Skriv inte ut ditt resonemang, avsluta bara med en rad av formen
      Svar:
      siffror | tal med bokstäver, på svenska | ÅÅÅÅ-MM-DD | veckodag, på svenska | ord, åtskilda med kommatecken | namn | namn, åtskilda med kommatecken`
    ),
    closing(
      "da",
      `Tænk spørgsmålet igennem, og slut derefter af med en linje af formen
      Skriv ikke dit ræsonnement ned, slut blot af med en linje af formen
      Svar:
      cifre | tal med bogstaver, på dansk | ÅÅÅÅ-MM-DD | ugedag, på dansk | ord, adskilt af kommaer | navn | navne, adskilt af kommaer`
    ),
    closing(
      "pl",
      `Przemyśl to, a następnie zakończ wierszem w postaci
      Nie zapisuj swojego rozumowania, tylko zakończ wierszem w postaci
      Odpowiedź:
      cyfry | liczba słownie, po polsku | RRRR-MM-DD | dzień tygodnia, po polsku | słowa oddzielone przecinkami | imię | imiona oddzielone przecinkami`
    ),
    closing(
      "cs",
      `Promysli to a pak skonči řádkem ve tvaru
      Svou úvahu nevypisuj, jen skonči řádkem ve tvaru
      Odpověď:
      číslice | číslo slovy, česky | RRRR-MM-DD | den v týdnu, česky | slova oddělená čárkami | jméno | jména oddělená čárkami`
    ),
    closing(
      "ru",
      `Обдумай вопрос, а затем закончи строкой вида
      Не записывай ход рассуждений, просто закончи строкой вида
      Ответ:
      цифры | число словами, по-русски | ГГГГ-ММ-ДД | день недели, по-русски | слова через запятую | имя | имена через запятую`
    ),
    closing(
      "uk",
      `Обміркуй запитання, а потім закінчи рядком такого вигляду:
      Не записуй хід міркувань, просто закінчи рядком такого вигляду:
      Відповідь:
      цифри | число словами, українською | РРРР-ММ-ДД | день тижня, українською | слова через кому | ім'я | імена через кому`
    ),
    closing(
      "tr",
      `İyice düşün, sonra şu biçimde bir satırla bitir:
      Düşünceni yazma, yalnızca şu biçimde bir satırla bitir:
      Cevap:
      rakamlarla sayı | yazıyla sayı, Türkçe | YYYY-AA-GG | haftanın günü, Türkçe | virgülle ayrılmış kelimeler | ad | virgülle ayrılmış adlar`
    ),
    closing(
      "ro",
      `Gândește-te bine, apoi încheie cu un rând de forma
      Nu scrie raționamentul, încheie doar cu un rând de forma
      Răspuns:
      cifre | număr în cuvinte, în română | AAAA-LL-ZZ | ziua săptămânii, în română | cuvinte, separate prin virgule | nume | nume, separate prin virgule`
    ),
    closing(
      "hu",
      `Gondold végig, majd fejezd be egy ilyen alakú sorral:
      Ne írd le a gondolatmenetedet, csak fejezd be egy ilyen alakú sorral:
      Válasz:
      számjegyek | szám betűkkel, magyarul | ÉÉÉÉ-HH-NN | a hét napja, magyarul | szavak, vesszővel elválasztva | név | nevek, vesszővel elválasztva`
    ),
    closing(
      "ar",
      `فكر في السؤال جيدًا، ثم اختم بسطر على هذا الشكل:
      لا تكتب خطوات تفكيرك، بل اختم فقط بسطر على هذا الشكل:
      الإجابة:
      أرقام | عدد بالكلمات، بالعربية | YYYY-MM-DD | يوم من أيام الأسبوع، بالعربية | كلمات مفصولة بفواصل | اسم | أسماء مفصولة بفواصل`
    ),
    closing(
      "hi",
      `इस पर अच्छी तरह सोचो, फिर इस रूप की एक पंक्ति से समाप्त करो:
      अपना तर्क मत लिखो, बस इस रूप की एक पंक्ति से समाप्त करो:
      उत्तर:
      अंक | शब्दों में संख्या, हिंदी में | YYYY-MM-DD | सप्ताह का दिन, हिंदी में | शब्द, अल्पविराम से अलग किए हुए | नाम | नाम, अल्पविराम से अलग किए हुए`
    ),
    closing(
      "zh",
      `请仔细思考，然后以如下形式的一行结束：
      不要写出推理过程，只用如下形式的一行作答：
      答案：
      数字 | 用汉字写的数 | YYYY-MM-DD | 中文的星期几 | 词语，用逗号分隔 | 名字 | 名字，用逗号分隔`
    ),
    closing(
      "ja",
      `よく考えてから、最後に次の形式の行を書いてください：
      考えの過程は書かずに、次の形式の行だけを書いてください：
      答え：
      数字 | 漢数字で書いた数 | YYYY-MM-DD | 日本語の曜日 | 言葉、コンマ区切り | 名前 | 名前、コンマ区切り`
    ),
    closing(
      "ko",
      `잘 생각한 다음, 마지막에 아래 형식의 한 줄을 쓰십시오:
      풀이 과정은 쓰지 말고, 아래 형식의 한 줄만 쓰십시오:
      답:
      숫자 | 한글로 쓴 수 | YYYY-MM-DD | 한국어 요일 | 쉼표로 구분한 낱말 | 이름 | 쉼표로 구분한 이름`
    ),
    closing(
      "vi",
      `Hãy suy nghĩ kỹ, rồi kết thúc bằng một dòng có dạng
      Đừng viết ra quá trình suy luận, chỉ kết thúc bằng một dòng có dạng
      Đáp án:
      chữ số | số viết bằng chữ, bằng tiếng Việt | YYYY-MM-DD | thứ trong tuần, bằng tiếng Việt | các từ, cách nhau bằng dấu phẩy | tên | các tên, cách nhau bằng dấu phẩy`
    )
  ].map(each => [each.code, each] as const)
);

/** The line that a question asks for: "Answer: <digits>". No blank follows a wide colon. */
export const lineForm = ({label, forms}: Closing, kind: AnswerKind): string =>
  `${label}${label.endsWith("：") ? "" : " "}<${forms[kind]}>`;

/** Sentences that ask for reasoning, and those that replace them. All tasks use the English words, with forms of their own. */
const REPLACED: readonly (readonly [think: string, atOnce: string])[] = [
  [THINK, AT_ONCE],
  ...[...CLOSINGS.values()].slice(1).map(({think, atOnce}) => [think, atOnce] as const)
];

/** A question that asks for the answer without reasoning. */
export function withoutReasoning(question: string): string {
  const [think, atOnce] = REPLACED.find(([words]) => question.includes(words)) ?? [THINK, AT_ONCE];
  return question.replace(think, atOnce);
}

/** Position of the last sentence that says how to finish; -1 if there is none. */
export const closingStart = (question: string): number =>
  REPLACED.flat().reduce((last, words) => Math.max(last, question.lastIndexOf(words)), -1);
