// What the classifier was trained on, and its figures on models that it was not trained on. Written by test/score/answer/classifier/train.ts.
import type {KindFigures, Provenance} from "./figures.js";

export const PROVENANCE: Provenance = {
  "date": "2026-11-27",
  "sources": [
    "WildEval/ZeroEval, GSM8K and MATH level 5 (Apache-2.0)",
    "TIGER-AI-Lab/MMLU-Pro, answers of models (Apache-2.0; items MIT)"
  ],
  "training": [
    "Llama-2-70b-hf",
    "Llama-2-7b-hf",
    "Llama-3.1-405B-Inst@sambanova",
    "Llama-3.1-405B-Instruct-Turbo",
    "Meta-Llama-3-70B",
    "Meta-Llama-3-70B-Instruct",
    "Meta-Llama-3-8B",
    "Meta-Llama-3-8B-Instruct",
    "Meta-Llama-3.1-405B-Instruct@hyperbolic",
    "Meta-Llama-3.1-70B-Instruct",
    "Meta-Llama-3.1-70B-Instruct@hyperbolic",
    "Meta-Llama-3.1-8B-Instruct",
    "Meta-Llama-3_1-70B",
    "Meta-Llama-3_1-8B",
    "Meta-Llama-3_1-8B-Instruct",
    "claude-3-5-haiku-20241022",
    "claude-3-5-sonnet-20240620",
    "claude-3-5-sonnet-20241022",
    "claude-3-haiku-20240307",
    "claude-3-opus-20240229",
    "claude-3-sonnet-20240229",
    "gemini-1.5-flash",
    "gemini-1.5-flash-exp-0827",
    "gemini-1.5-pro",
    "gemini-1.5-pro-002",
    "gemini-1.5-pro-exp-0801",
    "gemini-1.5-pro-exp-0827",
    "jamba-1.5-large",
    "reka-core-20240501",
    "reka-flash-20240226"
  ],
  "held_out": [
    "Athene-70B",
    "Mistral-7B-Instruct-v0.1",
    "Mistral-7B-Instruct-v0.2",
    "Mistral-7B-v0.1",
    "Mistral-Large-2",
    "Mistral-Nemo-Instruct-2407",
    "Mixtral-8x7B-Instruct-v0.1",
    "Phi-3.5-mini-instruct"
  ],
  "unseen": [
    "DeepSeek-Coder-V2",
    "DeepSeek-Coder-V2-0724",
    "Qwen1.5-110B",
    "Qwen1.5-72B-Chat",
    "Qwen2-72B-Instruct",
    "Qwen2-7B-Instruct",
    "Qwen2.5-3B-Instruct",
    "Qwen2.5-7B-Instruct",
    "Yi-1.5-34B-Chat",
    "Yi-1.5-9B-Chat",
    "Yi-34B",
    "Yi-6B",
    "c4ai-command-r-v01",
    "command-r",
    "command-r-plus",
    "deepseek-chat",
    "deepseek-coder",
    "deepseek-v2.5-0908",
    "gemma-2-27b-it",
    "gemma-2-27b-it@together",
    "gemma-2-2b-it",
    "gemma-2-9b-it",
    "gemma-7b",
    "gpt-3.5-turbo-0125",
    "gpt-4-0314",
    "gpt-4o-2024-05-13",
    "gpt-4o-2024-08-06",
    "gpt-4o-mini-2024-07-18",
    "o1-mini-2024-09-12",
    "yi-large",
    "yi-large-preview"
  ]
};

export const FIGURES: readonly KindFigures[] = [
  {
    "kind": "number",
    "enabled": true,
    "threshold": 0.98,
    "calibration_error": 0.0209,
    "training": {
      "models": 21,
      "n": 9482,
      "stated": 7956,
      "read": 3940,
      "right": 3917,
      "read_stated": 3910
    },
    "held_out": {
      "models": 5,
      "n": 2845,
      "stated": 2470,
      "read": 1189,
      "right": 1176,
      "read_stated": 1176
    },
    "unseen": {
      "models": 24,
      "n": 10793,
      "stated": 8822,
      "read": 4616,
      "right": 4587,
      "read_stated": 4586
    },
    "unseen_whole": {
      "models": 24,
      "n": 9597,
      "stated": 8666,
      "read": 4611,
      "right": 4583,
      "read_stated": 4582
    },
    "unseen_cut": {
      "models": 24,
      "n": 1196,
      "stated": 156,
      "read": 5,
      "right": 4,
      "read_stated": 4
    },
    "bins": [
      {
        "n": 774,
        "probability": 0.0502,
        "right": 39
      },
      {
        "n": 775,
        "probability": 0.3698,
        "right": 191
      },
      {
        "n": 774,
        "probability": 0.8358,
        "right": 598
      },
      {
        "n": 775,
        "probability": 0.9667,
        "right": 745
      },
      {
        "n": 775,
        "probability": 0.9839,
        "right": 765
      },
      {
        "n": 774,
        "probability": 0.9892,
        "right": 772
      },
      {
        "n": 775,
        "probability": 0.9922,
        "right": 770
      },
      {
        "n": 774,
        "probability": 0.9942,
        "right": 769
      },
      {
        "n": 775,
        "probability": 0.996,
        "right": 771
      },
      {
        "n": 775,
        "probability": 0.9985,
        "right": 772
      }
    ]
  },
  {
    "kind": "option",
    "enabled": false,
    "threshold": 0.89,
    "calibration_error": 0.0573,
    "training": {
      "models": 9,
      "n": 10423,
      "stated": 1928,
      "read": 1016,
      "right": 981,
      "read_stated": 977
    },
    "held_out": {
      "models": 4,
      "n": 4304,
      "stated": 895,
      "read": 386,
      "right": 372,
      "read_stated": 372
    },
    "unseen": {
      "models": 7,
      "n": 7721,
      "stated": 1869,
      "read": 735,
      "right": 698,
      "read_stated": 693
    },
    "unseen_whole": {
      "models": 7,
      "n": 6846,
      "stated": 1764,
      "read": 705,
      "right": 670,
      "read_stated": 665
    },
    "unseen_cut": {
      "models": 7,
      "n": 875,
      "stated": 105,
      "read": 30,
      "right": 28,
      "read_stated": 28
    },
    "bins": [
      {
        "n": 200,
        "probability": 0.0613,
        "right": 42
      },
      {
        "n": 201,
        "probability": 0.1833,
        "right": 61
      },
      {
        "n": 200,
        "probability": 0.3341,
        "right": 65
      },
      {
        "n": 201,
        "probability": 0.5324,
        "right": 118
      },
      {
        "n": 200,
        "probability": 0.7328,
        "right": 161
      },
      {
        "n": 201,
        "probability": 0.8424,
        "right": 181
      },
      {
        "n": 200,
        "probability": 0.8976,
        "right": 190
      },
      {
        "n": 201,
        "probability": 0.939,
        "right": 191
      },
      {
        "n": 200,
        "probability": 0.9612,
        "right": 192
      },
      {
        "n": 201,
        "probability": 0.9803,
        "right": 188
      }
    ]
  },
  {
    "kind": "expression",
    "enabled": false,
    "threshold": 0.99,
    "calibration_error": 0,
    "training": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "held_out": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "unseen": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "unseen_whole": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "unseen_cut": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "bins": []
  },
  {
    "kind": "literal",
    "enabled": false,
    "threshold": 0.99,
    "calibration_error": 0,
    "training": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "held_out": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "unseen": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "unseen_whole": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "unseen_cut": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "bins": []
  },
  {
    "kind": "text",
    "enabled": false,
    "threshold": 0.99,
    "calibration_error": 0,
    "training": {
      "models": 2,
      "n": 2,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "held_out": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "unseen": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "unseen_whole": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "unseen_cut": {
      "models": 0,
      "n": 0,
      "stated": 0,
      "read": 0,
      "right": 0,
      "read_stated": 0
    },
    "bins": []
  }
];
