// turnstone._cpu: built for the oldest x86-64, so that it can be asked before anything newer is
// loaded.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "cpu.h"

namespace {

PyObject* level(PyObject*, PyObject*) { return PyLong_FromLong(turnstone::cpu_level()); }

PyMethodDef methods[] = {
    {"level", level, METH_NOARGS, "level() -> int: the best x86-64 level of this CPU, 1 to 4."},
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "_cpu",  nullptr, 0,      methods,
                      nullptr,               nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() { return PyModule_Create(&module); }
